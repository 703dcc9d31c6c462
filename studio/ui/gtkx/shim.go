// Package gtkx implements the building blocks of the windows: lists, dialogs, small widgets,
// drawing with cairo and the main loop. It also adds GTK features missing from GTK and works around its
// bugs.
package gtkx

// #cgo pkg-config: gtk+-3.0
// #include <stdlib.h>
// #include <gtk/gtk.h>
//
// static void set_accessible(GtkWidget *w, const char *name, const char *text) {
//   AtkObject *a = gtk_widget_get_accessible(w);
//   if (a == NULL) return;
//   if (name != NULL) atk_object_set_name(a, name);
//   if (text != NULL) atk_object_set_description(a, text);
// }
//
// static void set_id(GtkWidget *w, const char *id) {
//   AtkObject *a = gtk_widget_get_accessible(w);
//   if (a != NULL) atk_object_set_accessible_id(a, id);
// }
//
// static void announce(GtkWidget *w, const char *text) {
//   AtkObject *a = gtk_widget_get_accessible(w);
//   if (a != NULL && g_signal_lookup("announcement", ATK_TYPE_OBJECT) != 0) g_signal_emit_by_name(a, "announcement", text);
// }
//
// // A counter of glibc: gettext rereads the language when it changes.
// extern int _nl_msg_cat_cntr __attribute__((weak));
// static void forget_language(void) { if (&_nl_msg_cat_cntr) _nl_msg_cat_cntr++; }
//
// extern gboolean studioSource(guintptr);
// static gboolean run_source(gpointer id) { return studioSource((guintptr)id); }
// static void idle_source(gint priority, guintptr id) {
//   g_idle_add_full(priority, run_source, (gpointer)id, NULL);
// }
// static guint timeout_source(guint ms, guintptr id) {
//   return g_timeout_add_full(G_PRIORITY_DEFAULT, ms, run_source, (gpointer)id, NULL);
// }
//
// static gboolean run_tick(GtkWidget *w, GdkFrameClock *clock, gpointer id) { return studioSource((guintptr)id); }
// static void tick_source(GtkWidget *w, guintptr id) {
//   gtk_widget_add_tick_callback(w, run_tick, (gpointer)id, NULL);
// }
//
// static void set_accel(GtkWidget *item, guint key, GdkModifierType mods) {
//   GtkWidget *w = gtk_bin_get_child(GTK_BIN(item));
//   if (GTK_IS_ACCEL_LABEL(w)) gtk_accel_label_set_accel(GTK_ACCEL_LABEL(w), key, mods);
// }
//
// static gboolean ellipsized(GtkWidget *label) {
//   return pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(label)));
// }
//
// static void narrow(GtkWidget *combo, int chars) {
//   GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));
//   for (GList *l = cells; l != NULL; l = l->next)
//     g_object_set(l->data, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", chars, NULL);
//   g_list_free(cells);
// }
//
// static void header_of(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data) {
//   gtk_list_box_row_set_header(row, g_object_get_data(G_OBJECT(row), "studio-header"));
// }
// static void set_headers(GtkWidget *list) {
//   gtk_list_box_set_header_func(GTK_LIST_BOX(list), header_of, NULL, NULL);
// }
// static void set_header(GtkWidget *row, GtkWidget *header) {
//   g_object_set_data_full(G_OBJECT(row), "studio-header", g_object_ref_sink(header), g_object_unref);
// }
//
// static gboolean show_uri(GtkWindow *parent, const char *uri) {
//   return gtk_show_uri_on_window(parent, uri, GDK_CURRENT_TIME, NULL);
// }
import "C"

import (
	"errors"
	"os"
	"unsafe"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// SetName sets the accessible name of w, used by screen readers and window tests.
func SetName(w gtk.IWidget, text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.set_accessible((*C.GtkWidget)(unsafe.Pointer(w.ToWidget().GObject)), c, nil)
}

// SetID sets an identifier of w for window tests that is never shown. A label whose text changes
// needs one, because its accessible name is its text.
func SetID(w gtk.IWidget, id string) {
	c := C.CString(id)
	defer C.free(unsafe.Pointer(c))
	C.set_id((*C.GtkWidget)(unsafe.Pointer(w.ToWidget().GObject)), c)
}

// Announce makes screen readers read out a text about w. It has no effect with ATK before 2.46.
func Announce(w gtk.IWidget, text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.announce((*C.GtkWidget)(unsafe.Pointer(w.ToWidget().GObject)), c)
}

// systemLanguage is the language set in the environment.
var systemLanguage, systemHasLanguage = os.LookupEnv("LANGUAGE")

// Speak sets the language of GTK's own texts, for example in its file dialogs. The code ""
// selects the language of the environment.
func Speak(code string) {
	switch {
	case code != "":
		_ = os.Setenv("LANGUAGE", code)
	case systemHasLanguage:
		_ = os.Setenv("LANGUAGE", systemLanguage)
	default:
		_ = os.Unsetenv("LANGUAGE")
	}
	C.forget_language()
}

// Describe sets the accessible description of w, such as its state in words.
func Describe(w gtk.IWidget, text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.set_accessible((*C.GtkWidget)(unsafe.Pointer(w.ToWidget().GObject)), nil, c)
}

// ResetSetting resets a GTK setting to the value of the desktop. GTK follows later changes of that
// value.
func ResetSetting(s *gtk.Settings, name string) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	C.gtk_settings_reset_property((*C.GtkSettings)(unsafe.Pointer(s.GObject)), c)
}

// Ellipsized reports whether a label shows only part of its text.
func Ellipsized(l *gtk.Label) bool {
	return C.ellipsized((*C.GtkWidget)(unsafe.Pointer(l.ToWidget().GObject))) != 0
}

// SetAccel shows a keyboard shortcut at the right of a menu item. If val is 0, it removes it. gotk3 has no
// name for the widget that shows it.
func SetAccel(item *gtk.MenuItem, val uint, mods gdk.ModifierType) {
	C.set_accel((*C.GtkWidget)(unsafe.Pointer(item.ToWidget().GObject)), C.guint(val), C.GdkModifierType(mods))
}

// SetHeader sets the header of a list row. It is for the function that SetHeaders calls. gotk3's
// own implementation crashes.
func SetHeader(row *gtk.ListBoxRow, title gtk.IWidget) {
	C.set_header((*C.GtkWidget)(unsafe.Pointer(row.ToWidget().GObject)), (*C.GtkWidget)(unsafe.Pointer(title.ToWidget().GObject)))
}

// SetHeaders updates the row headers of a list.
func SetHeaders(list *gtk.ListBox) {
	C.set_headers((*C.GtkWidget)(unsafe.Pointer(list.ToWidget().GObject)))
}

// Narrow lets a combo box be narrower than its longest text, which is then ellipsized. It has room
// for chars characters.
func Narrow(c *gtk.ComboBoxText, chars int) {
	C.narrow((*C.GtkWidget)(unsafe.Pointer(c.ToWidget().GObject)), C.int(chars))
}

// EachFrame calls f before each frame of w until f returns false.
func EachFrame(w gtk.IWidget, f func() bool) {
	C.tick_source((*C.GtkWidget)(unsafe.Pointer(w.ToWidget().GObject)), C.guintptr(keepSource(f)))
}

func idleSource(priority glib.Priority, id uintptr) {
	C.idle_source(C.gint(priority), C.guintptr(id))
}

func timeoutSource(ms uint, id uintptr) uint {
	return uint(C.timeout_source(C.guint(ms), C.guintptr(id)))
}

var errNoProgram = errors.New("no program shows it")

// ShowAddress opens an address in the desktop's default program for it. It returns an error if no
// program is configured.
func ShowAddress(parent *gtk.Window, address string) error {
	c := C.CString(address)
	defer C.free(unsafe.Pointer(c))
	if C.show_uri((*C.GtkWindow)(unsafe.Pointer(parent.ToWidget().GObject)), c) == 0 {
		return errNoProgram
	}
	return nil
}
