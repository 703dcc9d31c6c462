package gtkx

// #include <gtk/gtk.h>
//
// // Says no to the dialogs that are shown before w, and tells whether there are any.
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
	"time"
	"unsafe"

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
		native := (*C.GtkWidget)(unsafe.Pointer(d.GObject))
		// GTK's question whether to replace a file must not outlive the dialog: it would destroy itself once more.
		C.refuse_before(native)
		d.Hide()
		// What was typed is looked at after 150 ms, also in a dialog that was destroyed: GTK forgets to remove that timer.
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
	d.Connect("delete-event", func() bool { return true }) // else Escape destroys the dialog at once
	d.ShowAll()
}
