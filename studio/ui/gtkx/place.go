package gtkx

// #cgo pkg-config: gtk+-3.0
// #include <gtk/gtk.h>
//
// // without_manager reports whether no window manager places windows, as in a browser.
// static gboolean without_manager(GdkDisplay *d) {
//   return g_strcmp0(G_OBJECT_TYPE_NAME(d), "GdkBroadwayDisplay") == 0;
// }
//
// // place moves and shrinks a window so that all of it is on the screen.
// static gboolean place(gpointer p) {
//   GtkWindow *w = p;
//   if (gtk_widget_get_mapped(p) && !gtk_window_is_maximized(w)) {
//     GdkRectangle room;
//     gdk_monitor_get_workarea(gdk_display_get_monitor(gtk_widget_get_display(p), 0), &room);
//     int x, y, width, height;
//     gtk_window_get_position(w, &x, &y);
//     gtk_window_get_size(w, &width, &height);
//     int wanted_width, wanted_height; // restored when the screen grows
//     gtk_window_get_default_size(w, &wanted_width, &wanted_height);
//     int wide = MAX(MIN(MAX(width, wanted_width), room.width), 1), high = MAX(MIN(MAX(height, wanted_height), room.height), 1);
//     if (wide != width || high != height)
//       gtk_window_resize(w, wide, high);
//     int to_x = MIN(x, room.x + room.width - wide), to_y = MIN(y, room.y + room.height - high);
//     if (gtk_window_get_transient_for(w)) { // GTK centred it on a parent that had another size
//       to_x = room.x + (room.width - wide) / 2;
//       to_y = room.y + (room.height - high) / 2;
//     }
//     to_x = MAX(to_x, room.x);
//     to_y = MAX(to_y, room.y);
//     if (to_x != x || to_y != y)
//       gtk_window_move(w, to_x, to_y);
//   }
//   g_object_unref(w);
//   return G_SOURCE_REMOVE;
// }
//
// static void later(gpointer w) { g_idle_add(place, g_object_ref(w)); }
//
// static gboolean mapped(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data) {
//   gpointer w = g_value_get_object(values);
//   if (GTK_IS_WINDOW(w) && gtk_window_get_window_type(w) == GTK_WINDOW_TOPLEVEL)
//     later(w);
//   return TRUE;
// }
//
// static void resized(GdkScreen *screen, gpointer data) {
//   GList *all = gtk_window_list_toplevels();
//   for (GList *l = all; l; l = l->next)
//     if (gtk_window_get_window_type(l->data) == GTK_WINDOW_TOPLEVEL)
//       later(l->data);
//   g_list_free(all);
// }
//
// static void keep_on_screen(void) {
//   GdkDisplay *d = gdk_display_get_default();
//   if (!d || !without_manager(d))
//     return;
//   g_type_class_ref(GTK_TYPE_WIDGET); // registers the signal
//   g_signal_add_emission_hook(g_signal_lookup("map", GTK_TYPE_WIDGET), 0, mapped, NULL, NULL);
//   g_signal_connect(gdk_display_get_default_screen(d), "size-changed", G_CALLBACK(resized), NULL);
// }
import "C"

// KeepOnScreen moves windows onto the screen when they appear and when the screen changes its size.
// It does so only without a window manager, as in a browser. GTK centres a dialog for the
// current screen size, which is 1024 by 768 until the browser connects.
func KeepOnScreen() { C.keep_on_screen() }
