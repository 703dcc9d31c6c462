package uitest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"
)

// launchers are the paths at which distributions install the program that starts the accessibility
// bus.
var launchers = []string{"/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"}

// needTools skips the test if a required program is missing. If CI is set, it fails the test.
func (s *Session) needTools() {
	s.t.Helper()
	var missing []string
	for _, tool := range []string{"Xvfb", "openbox", "dbus-daemon", "xdotool", "import", "xprop"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing = append(missing, tool)
		}
	}
	if launcherPath() == "" {
		missing = append(missing, "at-spi-bus-launcher")
	}
	switch {
	case len(missing) == 0:
	case os.Getenv("CI") != "":
		s.t.Fatalf("not installed: %s", strings.Join(missing, ", "))
	default:
		s.t.Skipf("not installed: %s", strings.Join(missing, ", "))
	}
}

func launcherPath() string {
	for _, path := range launchers {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// Configuration files. The bus does not start services, the window manager focuses new windows, and
// widgets are not animated.
const (
	busConf = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=%s</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
	openboxConf = `<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <desktops><number>1</number></desktops>
  <keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
  <mouse>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Right" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
    </context>
  </mouse>
</openbox_config>
`
	gtkConf = `[Settings]
gtk-enable-animations=0
gtk-cursor-blink=0
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name=DejaVu Sans 10
`
)

func (s *Session) runtimeDir() string { return filepath.Join(s.Home, ".run") }

func (s *Session) toolLog() string { return filepath.Join(s.runtimeDir(), "tools.log") }

// desktop starts everything that a program needs of a desktop.
func (s *Session) desktop() {
	s.t.Helper()
	if err := s.tryDesktop(); err != nil {
		s.t.Fatalf("virtual desktop: %v", err)
	}
}

func (s *Session) tryDesktop() error {
	run := s.runtimeDir()
	if err := os.MkdirAll(run, 0o700); err != nil {
		return err
	}
	files := map[string]string{
		filepath.Join(run, "bus.conf"):                           fmt.Sprintf(busConf, run),
		filepath.Join(run, "openbox.xml"):                        openboxConf,
		filepath.Join(s.Home, ".config", "gtk-3.0/settings.ini"): gtkConf,
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	var err error
	if s.log, err = os.Create(filepath.Join(run, "program.log")); err != nil {
		return err
	}
	tools, err := os.Create(s.toolLog())
	if err != nil {
		return err
	}
	defer tools.Close()

	s.env = append(s.env, s.o.Env...)
	s.env = append(
		s.env,
		"PATH="+os.Getenv("PATH"), s.mark(),
		"HOME="+s.Home, "XDG_RUNTIME_DIR="+run,
		"XDG_CONFIG_HOME="+s.Home+"/.config", "XDG_DATA_HOME="+s.Home+"/.local/share",
		"XDG_STATE_HOME="+s.Home+"/.local/state", "XDG_CACHE_HOME="+s.Home+"/.cache",
		"GDK_BACKEND=x11", "NO_AT_BRIDGE=0", "GTK_A11Y=atspi",
		"GIO_USE_VFS=local", "GSETTINGS_BACKEND=memory", "GTK_USE_PORTAL=0", // independent of the machine's desktop
		"ALSA_CONFIG_PATH=/dev/null", // no sound card
	)
	for _, v := range []string{"LANG=C.UTF-8", "TMPDIR=" + os.TempDir()} {
		if !hasVariable(s.o.Env, v) {
			s.env = append(s.env, v)
		}
	}

	size := fmt.Sprintf("%dx%dx24", s.o.Width, s.o.Height)
	// Without -noreset the server would close all windows when its first client leaves. -r turns off the
	// auto-repeat of keys, because a busy machine may deliver the release of a key late.
	display, err := s.ask(tools, "Xvfb", "-displayfd", "3", "-noreset", "-r", "-nolisten", "tcp", "-screen", "0", size)
	if err != nil {
		return err
	}
	s.env = append(s.env, "DISPLAY=:"+display)
	bus, err := s.ask(tools, "dbus-daemon", "--nofork", "--nopidfile", "--print-address=3", "--config-file="+filepath.Join(run, "bus.conf"))
	if err != nil {
		return err
	}
	s.env = append(s.env, "DBUS_SESSION_BUS_ADDRESS="+bus)
	if err := s.tool(tools, "openbox", "--sm-disable", "--config-file", filepath.Join(run, "openbox.xml")); err != nil {
		return err
	}
	if err := s.tool(tools, launcherPath(), "--launch-immediately"); err != nil {
		return err
	}
	if err := s.connect(bus); err != nil {
		return err
	}
	// A window opened before its manager runs would never get the focus.
	s.Wait("window manager", func() bool { return s.tryXdotool("get_num_desktops") == nil })
	return nil
}

// tool starts a program of the desktop.
func (s *Session) tool(log *os.File, bin string, args ...string) error {
	p, err := s.start(log, nil, bin, args...)
	if err == nil {
		s.started = append(s.started, p)
	}
	return err
}

// hasVariable reports whether the environment sets the variable in v.
func hasVariable(env []string, v string) bool {
	name, _, _ := strings.Cut(v, "=")
	return slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
}

// ask starts a program of the desktop. It returns the line that the program writes to descriptor 3
// when it is ready.
func (s *Session) ask(log *os.File, bin string, args ...string) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	p, err := s.start(log, []*os.File{w}, bin, args...)
	_ = w.Close()
	if err != nil {
		return "", err
	}
	s.started = append(s.started, p)
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		text, _ := os.ReadFile(log.Name())
		return "", fmt.Errorf("%s: %w\n%s", bin, err, text)
	}
	return strings.TrimSpace(line), nil
}

// connect connects to the accessibility bus, whose address it gets from the session bus.
func (s *Session) connect(address string) error {
	session, err := dbus.Connect(address)
	if err != nil {
		return err
	}
	defer session.Close()
	var access string
	s.Wait("accessibility bus", func() bool {
		return session.Object("org.a11y.Bus", "/org/a11y/bus").Call("org.a11y.Bus.GetAddress", 0).Store(&access) == nil
	})
	s.env = append(s.env, "AT_SPI_BUS_ADDRESS="+access)
	if s.bus, err = dbus.Connect(access); err != nil {
		return err
	}
	// Programs send only registered events. They have a list of their widgets only if any are registered.
	return s.call(reference{registry, "/org/a11y/atspi/registry"}, nil, registry+".RegisterEvent", "Object:Announcement", []string{}, "")
}
