package main

import (
	"errors"

	"github.com/spf13/cobra"

	ioall "boardstudio/io/all"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
)

// replaceFlag adds the option to replace a file although something of it gets lost.
func replaceFlag(cmd *cobra.Command, replace *bool) {
	cmd.Flags().BoolVar(replace, "replace", false, locale.T("replace a file even if something of it gets lost, such as its hard links"))
}

// writeFile makes data the content of a file. Unless replace, a file of which
// something would get lost stays as it is.
func writeFile(path string, data []byte, replace bool) error {
	if replace {
		return ioall.Replace(path, data)
	}
	return refusal(ioall.Write(path, data))
}

// tryFile tells whether writeFile could write a file, and leaves it as it is.
func tryFile(path string, data []byte, replace bool) error {
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
