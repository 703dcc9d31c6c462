// Command fake is an engine of the Gomocup protocol that plays correctly, except for the
// misbehaviour named by its argument.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var (
	mode   string
	board  = map[[2]int]bool{}
	moves  int
	memory string // value of INFO max_memory
	out    = func(text string) { fmt.Print(text + "\n") }
)

// play places a stone on the first free cell, row by row.
func play() string {
	for y := range 15 {
		for x := range 15 {
			if !board[[2]int{x, y}] {
				board[[2]int{x, y}] = true
				return fmt.Sprintf("%d,%d", x, y)
			}
		}
	}
	return "ERROR full"
}

func hang() { time.Sleep(time.Hour) }

// crash simulates a segmentation fault. It uses a shell, since Go would write a report.
func crash() {
	fmt.Fprintln(os.Stderr, syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil))
	os.Exit(1)
}

// again starts this program once more, in another mode.
func again(mode string, attr *syscall.SysProcAttr) {
	c := exec.Command(os.Args[0], mode)
	c.Stdout, c.SysProcAttr = os.Stdout, attr
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func think() {
	moves++
	switch mode {
	case "crash5":
		if moves == 5 {
			crash()
		}
	case "off":
		out("15,3")
		return
	case "occupied":
		out("0,0")
		return
	case "twice":
		fmt.Print(play() + "\n3,3\n")
		return
	case "late":
		if moves == 2 {
			time.Sleep(4 * time.Second)
		}
	case "hang":
		hang()
	case "closed":
		syscall.Close(1)
		hang()
	case "bomb":
		for range 400 {
			again("sleep", nil)
		}
	case "memory":
		var all [][]byte
		for range 64 {
			all = append(all, make([]byte, 128<<20))
		}
		out(fmt.Sprint(len(all)))
	case "disk":
		f, err := os.Create("large")
		for b := make([]byte, 1<<20); err == nil; {
			_, err = f.Write(b)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	case "files":
		for i := 0; ; i++ {
			_ = os.WriteFile(strconv.Itoa(i), make([]byte, 1<<20), 0o600)
		}
	case "suggest":
		out("SUGGEST " + play())
		return
	case "error":
		out("ERROR I do not like it")
		return
	case "flood":
		w := bufio.NewWriter(os.Stdout)
		for end := time.Now().Add(500 * time.Millisecond); time.Now().Before(end); {
			for range 1000 {
				w.WriteString("MESSAGE and so on\nDEBUG and on\n")
			}
		}
		w.Flush()
	case "floodlines":
		w := bufio.NewWriter(os.Stdout)
		for range 1_000_000 {
			w.WriteString("OK\n")
		}
		w.Flush()
	case "thinks": // progress in the styles of different programs
		out("DEBUG eval -30, depth 3, nodes 900, speed 12")
		out("MESSAGE Depth 4-9 | Eval 12 | Time 3ms | A1 C2 B3")
		time.Sleep(800 * time.Millisecond)
		out("MESSAGE Speed 120K | Depth 5-9 | Eval -7 | Node 12K | Time 800ms")
	case "hash":
		out("MESSAGE max_memory " + memory)
	case "markup":
		out("MESSAGE \x1b[31mred\x1b[0m <b>&\x00\xff\xfe \x1b]0;title\x07end")
	}
	if text, ok := strings.CutPrefix(mode, "says "); ok {
		out(text)
		return
	}
	out(play())
}

func start() {
	switch mode {
	case "exit0":
		os.Exit(0)
	case "exit1":
		fmt.Fprintln(os.Stderr, "no network file")
		os.Exit(1)
	case "segv":
		crash()
	case "silent":
		hang()
	case "refuses":
		out("ERROR unsupported size")
		return
	case "ok2":
		out("OK")
	case "noend":
		fmt.Print("OK")
		hang()
	case "endless":
		b := []byte(strings.Repeat("x", 1<<20))
		for range 1024 {
			os.Stdout.Write(b)
		}
		hang()
	case "early":
		out("7,7")
	case "deaf":
		out("OK")
		out(`name="Deaf"`)
		hang()
	case "stdin":
		out("OK")
		os.Stdin.Close()
		hang()
	case "fork":
		again("sleep", nil)
	case "setsid":
		again("sleep", &syscall.SysProcAttr{Setsid: true})
	case "daemon":
		again("daemon2", &syscall.SysProcAttr{Setsid: true})
	case "bare":
		os.Clearenv() // the environment does not identify the parent
		again("daemon2", &syscall.SysProcAttr{Setsid: true})
	}
	out("OK")
}

func main() {
	mode = os.Args[1]
	switch mode {
	case "sleep":
		time.Sleep(time.Minute)
		return
	case "daemon2": // the parent of this process ends, so it is an orphan
		again("sleep", &syscall.SysProcAttr{Setsid: true})
		return
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "slow":
		out = func(text string) {
			for _, b := range []byte(text + "\n") {
				os.Stdout.Write([]byte{b})
				time.Sleep(50 * time.Millisecond)
			}
		}
	case "cr":
		out = func(text string) { fmt.Print(text + "\r") }
	case "crlf":
		out = func(text string) { fmt.Print("\r\n\n" + text + "\r\n\n\r\n") }
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			if mode == "stubborn" {
				hang()
			}
			return
		}
		command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch command {
		case "START":
			start()
		case "RESTART":
			if mode == "unknown" {
				out("UNKNOWN")
				continue
			}
			board = map[[2]int]bool{}
			out("OK")
		case "ABOUT":
			switch mode {
			case "unknown":
				out("UNKNOWN")
			case "markup":
				out("name=\"\x1b[31mred\x1b[0m <b>&\x00\xff\", version=\"1\"")
			default:
				out(`name="Fake", version="1.0"`)
			}
		case "INFO":
			if value, ok := strings.CutPrefix(rest, "max_memory "); ok {
				memory = value
			}
			if mode == "unknown" {
				out("UNKNOWN")
			}
		case "BEGIN":
			think()
		case "BOARD":
			board = map[[2]int]bool{}
			for {
				line, err := in.ReadString('\n')
				if err != nil || strings.TrimSpace(line) == "DONE" {
					break
				}
				var x, y, who int
				fmt.Sscanf(line, "%d,%d,%d", &x, &y, &who)
				board[[2]int{x, y}] = true
			}
			think()
		case "TURN", "PLAY":
			var x, y int
			fmt.Sscanf(rest, "%d,%d", &x, &y)
			board[[2]int{x, y}] = true
			if command == "PLAY" {
				out(rest)
			} else {
				think()
			}
		case "END":
			if mode != "stubborn" {
				return
			}
		}
	}
}
