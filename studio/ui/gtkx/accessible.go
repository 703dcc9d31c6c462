package gtkx

// #cgo pkg-config: gtk+-3.0
// #include <gtk/gtk.h>
// #include <gtk/gtk-a11y.h>
//
// static AtkStateSet *(*popover_states)(AtkObject *);
//
// static AtkStateSet *states(AtkObject *a) {
//   if (gtk_accessible_get_widget(GTK_ACCESSIBLE(a)) != NULL) return popover_states(a);
//   AtkStateSet *s = atk_state_set_new();
//   atk_state_set_add_state(s, ATK_STATE_DEFUNCT);
//   return s;
// }
//
// static void mend_popovers(void) {
//   AtkObjectClass *k = g_type_class_ref(gtk_popover_accessible_get_type());
//   if (k->ref_state_set == states) return;
//   popover_states = k->ref_state_set;
//   k->ref_state_set = states;
// }
import "C"

// MendPopovers corrects how GTK 3 answers screen readers that ask for the states of a destroyed popover: GTK asks the
// popover whether it is modal, and prints a critical warning because there is none. Call it once GTK is initialised.
func MendPopovers() { C.mend_popovers() }
