package ctl

import (
	"errors"

	"github.com/spf13/cobra"

	ioall "boardstudio/io/all"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
)

// ReplaceFlag adds the option to replace a file although something of it gets lost.
func ReplaceFlag(cmd *cobra.Command, replace *bool) {
	cmd.Flags().BoolVar(replace, "replace", false, locale.T("replace a file even if something of it gets lost, such as its hard links"))
}

// WriteFile makes data the content of a file. Unless replace, a file of which
// something would get lost stays as it is.
func WriteFile(path string, data []byte, replace bool) error {
	if replace {
		return ioall.Replace(path, data)
	}
	return refusal(ioall.Write(path, data))
}

// TryFile tells whether WriteFile could write a file, and leaves it as it is.
func TryFile(path string, data []byte, replace bool) error {
	err := ioall.Try(path, data)
	if replace && errors.As(err, new(*safe.Loss)) {
		return nil
	}
	return refusal(err)
}

// refusal adds to the error for a file that is not replaced how to do so nevertheless.
func refusal(err error) error {
	if errors.As(err, new(*safe.Loss)) {
		return msg.Errorf("%v (--%s replaces it nevertheless)", err, "replace")
	}
	return err
}
