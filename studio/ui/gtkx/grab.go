package gtkx

// #include <gtk/gtk.h>
//
// static gboolean looking;
//
// static gboolean let_go(gpointer data) {
//   looking = FALSE;
//   GtkWidget *w = gtk_grab_get_current();
//   if (GTK_IS_MENU(w) && !gtk_widget_get_mapped(w)) {
//     gtk_menu_shell_deactivate(GTK_MENU_SHELL(w));
//     if (gtk_widget_has_grab(w)) gtk_grab_remove(w);
//   }
//   return FALSE;
// }
//
// static gboolean look(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data) {
//   if (!looking) {
//     looking = TRUE;
//     g_idle_add_full(G_PRIORITY_HIGH, let_go, NULL, NULL);
//   }
//   return TRUE;
// }
//
// static void watch_grabs(void) {
//   g_type_class_ref(GTK_TYPE_WIDGET); // registers the signal
//   g_signal_add_emission_hook(g_signal_lookup("grab-notify", GTK_TYPE_WIDGET), 0, look, NULL, NULL);
// }
import "C"

// FreeGrabs makes menus that failed to open release keyboard and pointer. The list of a combo box
// does not open while another program has grabbed the pointer, such as the window manager while the
// user switches windows. GTK 3.24 gives it the grab anyway, and the program would ignore all input
// until it is killed.
func FreeGrabs() { C.watch_grabs() }
