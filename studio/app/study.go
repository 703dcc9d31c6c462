package app

import (
	"boardstudio/model"
	"boardstudio/text/msg"
)

// studyHost implements study.Host for a session.
type studyHost struct{ adviceHost }

// Path implements study.Host.
func (h studyHost) Path() string { return h.File.Source() }

// Change implements study.Host.
func (h studyHost) Change(label msg.Key, edits []model.Edit, then func(bool)) {
	h.changing(label, edits, nil, then)
}

// Folder implements study.Host.
func (h studyHost) Folder() (string, error) { return h.App.Store.File("analyses") }

// Changed implements study.Host.
func (h studyHost) Changed() { h.changed(TopicJob) }
