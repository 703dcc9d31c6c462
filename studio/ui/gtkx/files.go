package gtkx

// #include <gtk/gtk.h>
//
// // refuse_before cancels the open dialogs of w. It reports whether there are any.
// static gboolean refuse_before(GtkWidget *w) {
//   gboolean any = FALSE;
//   GList *all = gtk_window_list_toplevels();
//   g_list_foreach(all, (GFunc)g_object_ref, NULL);
//   for (GList *l = all; l != NULL; l = l->next)
//     if (GTK_IS_DIALOG(l->data) && gtk_widget_get_visible(l->data) && gtk_window_get_transient_for(l->data) == GTK_WINDOW(w)) {
//       any = TRUE;
//       gtk_dialog_response(l->data, GTK_RESPONSE_CANCEL);
//     }
//   g_list_free_full(all, g_object_unref);
//   return any;
// }
import "C"

import (
	"path/filepath"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/text/locale"
)

// FileDialog describes a file dialog.
type FileDialog struct {
	Action        gtk.FileChooserAction
	Title, Accept string
	// The initial selection: the name of a file to save, a file or a folder. Empty ones are
	// ignored.
	Name, File, Folder string
	Filters            []FileFilter
}

// FileFilter is a file type that can be selected in a dialog, with patterns of file names.
type FileFilter struct {
	Title    string
	Patterns []string
}

// PickFile shows a file dialog. It calls use with the path of the selected file.
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
	switch {
	case o.File != "" && utf8.ValidString(filepath.Base(o.File)):
		d.SetFilename(o.File)
	case o.File != "": // GTK would add “(invalid encoding)” to the name
		o.Folder = filepath.Dir(o.File)
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
		native := (*C.GtkWidget)(unsafe.Pointer(d.GObject))
		// GTK's question whether to replace a file must not outlive the dialog: it would be
		// destroyed twice.
		C.refuse_before(native)
		d.Hide()
		// GTK checks the typed name after 150 ms, even in a destroyed dialog: it does not remove
		// that timer.
		var end func()
		end = func() {
			if C.refuse_before(native) == 0 {
				d.Destroy()
				return
			}
			Loop{}.After(time.Second, end)
		}
		Loop{}.After(time.Second, end)
		if r == gtk.RESPONSE_ACCEPT && path != "" {
			use(path)
		}
	})
	d.Connect("destroy", Tidy)
	d.Connect("delete-event", func() bool { return true }) // otherwise Escape destroys the dialog at once
	d.ShowAll()
}
