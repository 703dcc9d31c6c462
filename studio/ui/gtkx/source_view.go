package gtkx

// #cgo pkg-config: gtksourceview-4
// #cgo LDFLAGS: -lm
// #include <math.h>
// #include <stdlib.h>
// #include <gtksourceview/gtksource.h>
//
// static GtkSourceBuffer *source_buffer(gpointer view) {
//   return GTK_SOURCE_BUFFER(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)));
// }
//
// // show_share shows the share of a line in its gutter cell.
// static void show_share(GtkSourceGutterRenderer *r, GtkTextIter *start, GtkTextIter *end,
//                        GtkSourceGutterRendererState state, gpointer shares) {
//   guint line = gtk_text_iter_get_line(start);
//   GArray *a = shares;
//   double x = line < a->len ? g_array_index(a, double, line) : 0;
//   char text[16] = "";
//   if (x >= 0.005) g_snprintf(text, sizeof text, "%.0f %%", x * 100);
//   gtk_source_gutter_renderer_text_set_text(GTK_SOURCE_GUTTER_RENDERER_TEXT(r), text, -1);
//   GdkRGBA back = {0.88, 0.42, 0.23, 0.6 * sqrt(x)};
//   gtk_source_gutter_renderer_set_background(r, &back);
// }
//
// // source_new returns a view for a language. Its definition and the colour schemes are in dir.
// static GtkWidget *source_new(const char *language, char *dir) {
//   GtkWidget *w = gtk_source_view_new();
//   g_object_set(w, "show-line-numbers", TRUE, "show-line-marks", TRUE, "highlight-current-line", TRUE,
//     "tab-width", 2, "insert-spaces-instead-of-tabs", TRUE, NULL);
//   GtkSourceLanguageManager *m = gtk_source_language_manager_new();
//   GPtrArray *path = g_ptr_array_new();
//   g_ptr_array_add(path, dir);
//   for (const gchar *const *p = gtk_source_language_manager_get_search_path(m); *p != NULL; p++) g_ptr_array_add(path, g_strdup(*p));
//   g_ptr_array_add(path, NULL);
//   gtk_source_language_manager_set_search_path(m, (gchar **)path->pdata);
//   for (guint i = 1; i + 1 < path->len; i++) g_free(path->pdata[i]);
//   g_ptr_array_free(path, TRUE);
//   gtk_source_buffer_set_language(source_buffer(w), gtk_source_language_manager_get_language(m, language));
//   g_object_set_data_full(G_OBJECT(w), "languages", m, g_object_unref);
//   GtkSourceStyleSchemeManager *s = gtk_source_style_scheme_manager_new();
//   gtk_source_style_scheme_manager_prepend_search_path(s, dir);
//   g_object_set_data_full(G_OBJECT(w), "schemes", s, g_object_unref);
//
//   GtkSourceGutterRenderer *r = gtk_source_gutter_renderer_text_new();
//   GArray *a = g_array_new(FALSE, TRUE, sizeof(double));
//   g_object_set_data_full(G_OBJECT(w), "shares", a, (GDestroyNotify)g_array_unref);
//   g_object_set_data(G_OBJECT(w), "share-renderer", r);
//   gtk_source_gutter_renderer_set_size(r, 44);
//   gtk_source_gutter_renderer_set_alignment(r, 1, -1);
//   gtk_source_gutter_renderer_set_padding(r, 4, -1);
//   gtk_source_gutter_renderer_set_visible(r, FALSE);
//   g_signal_connect_data(r, "query-data", G_CALLBACK(show_share), g_array_ref(a), (GClosureNotify)g_array_unref, 0);
//   gtk_source_gutter_insert(gtk_source_view_get_gutter(GTK_SOURCE_VIEW(w), GTK_TEXT_WINDOW_LEFT), r, GTK_SOURCE_VIEW_GUTTER_POSITION_LINES + 1);
//   return w;
// }
//
// static void source_scheme(gpointer w, const char *id) {
//   GtkSourceStyleSchemeManager *s = g_object_get_data(G_OBJECT(w), "schemes");
//   gtk_source_buffer_set_style_scheme(source_buffer(w), gtk_source_style_scheme_manager_get_scheme(s, id));
// }
//
// static void source_load(gpointer w, const char *text, int n) {
//   GtkSourceBuffer *b = source_buffer(w);
//   gtk_source_buffer_begin_not_undoable_action(b);
//   gtk_text_buffer_set_text(GTK_TEXT_BUFFER(b), text, n);
//   gtk_source_buffer_end_not_undoable_action(b);
// }
//
// static void source_undo(gpointer w, gboolean redo) {
//   GtkSourceBuffer *b = source_buffer(w);
//   if (redo && gtk_source_buffer_can_redo(b)) gtk_source_buffer_redo(b);
//   if (!redo && gtk_source_buffer_can_undo(b)) gtk_source_buffer_undo(b);
// }
//
// static gboolean source_hidden(gpointer w, int offset) {
//   GtkSourceBuffer *b = source_buffer(w);
//   GtkTextIter at, end;
//   gtk_text_buffer_get_iter_at_offset(GTK_TEXT_BUFFER(b), &at, offset);
//   end = at;
//   gtk_text_iter_forward_char(&end);
//   gtk_source_buffer_ensure_highlight(b, &at, &end);
//   return gtk_source_buffer_iter_has_context_class(b, &at, "string") ||
//     gtk_source_buffer_iter_has_context_class(b, &at, "comment");
// }
//
// static void source_mark_look(gpointer w, const char *category, const char *icon, const char *ink, const char *back, int priority) {
//   GtkSourceMarkAttributes *a = gtk_source_mark_attributes_new();
//   GdkRGBA c;
//   if (gdk_rgba_parse(&c, back)) gtk_source_mark_attributes_set_background(a, &c);
//   GtkIconInfo *i = gtk_icon_theme_lookup_icon(gtk_icon_theme_get_default(), icon, 16, GTK_ICON_LOOKUP_FORCE_SIZE);
//   if (i != NULL && gdk_rgba_parse(&c, ink)) {
//     GdkPixbuf *p = gtk_icon_info_load_symbolic(i, &c, NULL, NULL, NULL, NULL, NULL);
//     if (p != NULL) gtk_source_mark_attributes_set_pixbuf(a, p);
//     g_clear_object(&p);
//   }
//   g_clear_object(&i);
//   gtk_source_view_set_mark_attributes(GTK_SOURCE_VIEW(w), category, a, priority);
//   g_object_unref(a);
// }
//
// static void source_mark(gpointer w, const char *category, int line) {
//   GtkSourceBuffer *b = source_buffer(w);
//   GtkTextIter a, z;
//   gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(b), &a, &z);
//   gtk_source_buffer_remove_source_marks(b, &a, &z, category);
//   if (line < 0 || line >= gtk_text_buffer_get_line_count(GTK_TEXT_BUFFER(b))) return;
//   gtk_text_buffer_get_iter_at_line(GTK_TEXT_BUFFER(b), &a, line);
//   gtk_source_buffer_create_source_mark(b, NULL, category, &a);
// }
//
// static void source_shares(gpointer w, double *shares, int n) {
//   GArray *a = g_object_get_data(G_OBJECT(w), "shares");
//   GtkSourceGutterRenderer *r = g_object_get_data(G_OBJECT(w), "share-renderer");
//   g_array_set_size(a, 0);
//   if (n > 0) g_array_append_vals(a, shares, n);
//   gtk_source_gutter_renderer_set_visible(r, n > 0);
//   gtk_source_gutter_renderer_queue_draw(r);
// }
//
// static GtkSourceSearchContext *source_search(gpointer w) {
//   GtkSourceSearchContext *c = gtk_source_search_context_new(source_buffer(w), NULL);
//   gtk_source_search_settings_set_wrap_around(gtk_source_search_context_get_settings(c), TRUE);
//   g_object_set_data_full(G_OBJECT(w), "search", c, g_object_unref);
//   return c;
// }
//
// static void search_text(gpointer c, const char *text) {
//   gtk_source_search_settings_set_search_text(gtk_source_search_context_get_settings(c), text);
// }
//
// static gboolean search_from(gpointer c, int offset, gboolean back, int *from, int *to) {
//   GtkTextBuffer *b = GTK_TEXT_BUFFER(gtk_source_search_context_get_buffer(c));
//   GtkTextIter at, start, end;
//   gboolean wrapped, found;
//   gtk_text_buffer_get_iter_at_offset(b, &at, offset);
//   if (back) found = gtk_source_search_context_backward(c, &at, &start, &end, &wrapped);
//   else found = gtk_source_search_context_forward(c, &at, &start, &end, &wrapped);
//   if (!found) return FALSE;
//   *from = gtk_text_iter_get_offset(&start);
//   *to = gtk_text_iter_get_offset(&end);
//   return TRUE;
// }
//
// static int search_position(gpointer c) {
//   GtkTextBuffer *b = GTK_TEXT_BUFFER(gtk_source_search_context_get_buffer(c));
//   GtkTextIter start, end;
//   gtk_text_buffer_get_selection_bounds(b, &start, &end);
//   return gtk_source_search_context_get_occurrence_position(c, &start, &end);
// }
import "C"

import (
	"unsafe"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// SourceView is an editor for program text based on GtkSourceView. It highlights the syntax,
// numbers the lines, shows the current line and matching brackets, undoes and searches.
type SourceView struct {
	*gtk.TextView
	Buffer *gtk.TextBuffer
	search *glib.Object
}

// NewSourceView returns a view for a language. The folder dir contains the language definition and
// the colour schemes.
func NewSourceView(language, dir string) *SourceView {
	l, d := C.CString(language), C.CString(dir)
	defer C.free(unsafe.Pointer(l))
	defer C.free(unsafe.Pointer(d))
	w := gtk.Widget{InitiallyUnowned: glib.InitiallyUnowned{Object: glib.Take(unsafe.Pointer(C.source_new(l, d)))}}
	v := &SourceView{TextView: &gtk.TextView{Container: gtk.Container{Widget: w}}}
	v.Buffer, _ = v.GetBuffer()
	v.search = glib.Take(unsafe.Pointer(C.source_search(v.c())))
	return v
}

func (v *SourceView) c() C.gpointer { return C.gpointer(unsafe.Pointer(v.GObject)) }

// SetScheme selects a colour scheme.
func (v *SourceView) SetScheme(id string) {
	c := C.CString(id)
	defer C.free(unsafe.Pointer(c))
	C.source_scheme(v.c(), c)
}

// Load replaces the text and clears the undo history.
func (v *SourceView) Load(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.source_load(v.c(), c, C.int(len(text)))
}

// Undo undoes the last edit, if there is one.
func (v *SourceView) Undo() { C.source_undo(v.c(), C.FALSE) }

// Redo redoes the edit undone last, if there is one.
func (v *SourceView) Redo() { C.source_undo(v.c(), C.TRUE) }

// Hidden reports whether the character at offset is part of a string or a comment.
func (v *SourceView) Hidden(offset int) bool { return C.source_hidden(v.c(), C.int(offset)) != 0 }

// LookOfMark sets how lines with marks of a category look: icon, its colour and the background of
// the line. The mark with the highest priority wins.
func (v *SourceView) LookOfMark(category, icon, ink, back string, priority int) {
	a, b, c, d := C.CString(category), C.CString(icon), C.CString(ink), C.CString(back)
	defer C.free(unsafe.Pointer(a))
	defer C.free(unsafe.Pointer(b))
	defer C.free(unsafe.Pointer(c))
	defer C.free(unsafe.Pointer(d))
	C.source_mark_look(v.c(), a, b, c, d, C.int(priority))
}

// Mark marks one line with the category and removes its other marks. Lines count from 1; line 0
// removes all.
func (v *SourceView) Mark(category string, line int) {
	c := C.CString(category)
	defer C.free(unsafe.Pointer(c))
	C.source_mark(v.c(), c, C.int(line-1))
}

// ShowShares shows the share of each line, counted from 1, in the gutter. If of is nil, it hides
// the shares.
func (v *SourceView) ShowShares(of map[int]float64) {
	list := make([]C.double, 0)
	for line, share := range of {
		for len(list) < line {
			list = append(list, 0)
		}
		if line > 0 {
			list[line-1] = C.double(share)
		}
	}
	C.source_shares(v.c(), unsafe.SliceData(list), C.int(len(list)))
}

// Search highlights all matches of a text, ignoring case, or none if it is empty. It searches in
// the background.
func (v *SourceView) Search(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.search_text(C.gpointer(unsafe.Pointer(v.search.GObject)), c)
}

// OnSearched calls f whenever the number of matches changes.
func (v *SourceView) OnSearched(f func()) { While(v, v.search, "notify::occurrences-count", f) }

// Next returns the first match that begins at or after an offset. If back is set, it returns the
// last match that ends before the offset. The search wraps around.
func (v *SourceView) Next(offset int, back bool) (from, to int, ok bool) {
	var a, b C.int
	backward := C.gboolean(C.FALSE)
	if back {
		backward = C.TRUE
	}
	ok = C.search_from(C.gpointer(unsafe.Pointer(v.search.GObject)), C.int(offset), backward, &a, &b) != 0
	return int(a), int(b), ok
}

// Found returns the number of matches and the number of the selected one, counted from 1, or 0 if
// none is selected. Both are -1 until the search is complete.
func (v *SourceView) Found() (match, matches int) {
	c := C.gpointer(unsafe.Pointer(v.search.GObject))
	return int(C.search_position(c)), int(C.gtk_source_search_context_get_occurrences_count((*C.GtkSourceSearchContext)(unsafe.Pointer(v.search.GObject))))
}
