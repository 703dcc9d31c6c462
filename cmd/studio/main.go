// Command studio is the desktop program.
package main

import (
	"flag"
	"fmt"
	"os"

	"boardstudio/studio"
)

func main() {
	var o studio.Options
	flag.StringVar(&o.Lang, "lang", "", "language of the window, such as en or fr")
	version := flag.Bool("version", false, "print the version and exit")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: studio [--lang LANGUAGE] [FILE]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *version {
		fmt.Println("studio", studio.Version)
		return
	}
	o.Files = flag.Args()
	os.Exit(studio.Run(o))
}
