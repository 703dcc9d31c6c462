package gtkx

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
)

// FileDialog is what a file dialog asks for.
type FileDialog struct {
	Action        gtk.FileChooserAction
	Title, Accept string
	// What is chosen at first, as far as it is not "": the name of a file to save, a file, a folder.
	Name, File, Folder string
	Filters            []FileFilter
}

// FileFilter is a kind of files to show, with patterns of their names.
type FileFilter struct {
	Title    string
	Patterns []string
}

// PickFile shows a file dialog before a window; use gets what is chosen.
func PickFile(parent gtk.IWindow, o FileDialog, use func(path string)) {
	d, err := gtk.FileChooserDialogNewWith2Buttons(o.Title, parent, o.Action,
		locale.T("Cancel"), gtk.RESPONSE_CANCEL, o.Accept, gtk.RESPONSE_ACCEPT)
	if err != nil {
		return
	}
	d.SetModal(true)
	d.SetDefaultResponse(gtk.RESPONSE_ACCEPT)
	d.SetDoOverwriteConfirmation(true)
	if o.Name != "" {
		d.SetCurrentName(o.Name)
	}
	if o.File != "" {
		d.SetFilename(o.File)
	}
	if o.Folder != "" {
		d.SetCurrentFolder(o.Folder)
	}
	for _, f := range o.Filters {
		filter, _ := gtk.FileFilterNew()
		filter.SetName(f.Title)
		for _, p := range f.Patterns {
			filter.AddPattern(p)
		}
		d.AddFilter(filter)
	}
	d.Connect("response", func(_ *gtk.FileChooserDialog, r gtk.ResponseType) {
		path := d.GetFilename()
		// What was typed is looked at after 150 ms, also in a dialog that was destroyed: GTK forgets to remove that timer.
		d.Hide()
		Loop{}.After(time.Second, d.Destroy)
		if r == gtk.RESPONSE_ACCEPT && path != "" {
			use(path)
		}
	})
	d.Connect("destroy", Tidy)
	d.Connect("delete-event", func() bool { return true }) // else Escape destroys the dialog at once
	d.ShowAll()
}
