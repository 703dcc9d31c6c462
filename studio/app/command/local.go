package command

// Local lists the keys, in GTK notation, that are not commands: keys of other windows and of parts
// of the main window. Users cannot change them. Help pages refer to these places by name.
var Local = map[string]string{
	"toolkit":     "Return Escape Tab <Shift>Tab Alt", // all windows and dialogs
	"board":       "Return Escape space Shift <Shift>F10",
	"comment":     "<Primary>b <Primary>i Escape",
	"list":        "Return Escape Up Down Insert Delete",
	"panel":       "period space Return Escape Up Down Home End", // engine panel
	"print":       "Page_Up Page_Down",
	"tournaments": "<Primary>n <Primary>o <Primary>w <Primary>Return F1 F5 F6 Return Escape Delete Tab",
	"external":    "<Primary>n <Primary>e <Primary>w F1 F5 Return Escape Delete",
	"scripts":     "F6 Return Escape Tab <Shift>Tab", // in addition to the commands of the window
}
