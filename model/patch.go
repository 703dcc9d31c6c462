package model

// Patch is a change of an annotation.
type Patch struct {
	Parts Parts // the fields that change
	// Annotation has the new values of these fields, except the comment. It may be nil if Parts is 0.
	Annotation *Annotation
	// Comment replaces the old comment, except for its first Head and last Tail bytes. So a letter
	// typed into a long text is a small change.
	Comment    string
	Head, Tail uint64
}

// NewPatch returns the change from old to a. It refers to a.
func NewPatch(old, a *Annotation) Patch {
	p := Patch{Parts: old.parts(a), Annotation: a}
	if p.Parts&PartComment != 0 {
		head, tail := commonEnds(old.Comment, a.Comment)
		p.Comment = a.Comment[head : len(a.Comment)-tail]
		p.Head, p.Tail = uint64(head), uint64(tail)
	}
	return p
}

// Apply returns a with the change. It returns false if the comment of a is too short for it, or if
// the new values are missing.
func (p *Patch) Apply(a Annotation) (Annotation, bool) {
	if p.Parts == 0 {
		return a, true
	} else if p.Annotation == nil {
		return a, false
	}
	comment := a.Comment
	a.take(p.Annotation, p.Parts)
	if p.Parts&PartComment != 0 {
		old := uint64(len(comment))
		if p.Head > old || p.Tail > old-p.Head {
			return a, false
		}
		a.Comment = comment[:p.Head] + p.Comment + comment[old-p.Tail:]
	}
	return a, true
}

// commonEnds returns the lengths of the common prefix and suffix of a and b. It compares in blocks,
// because texts can be long and usually differ in one letter.
func commonEnds(a, b string) (head, tail int) {
	most := min(len(a), len(b))
	for step := 1 << 16; step > 0; step >>= 4 {
		for head+step <= most && a[head:head+step] == b[head:head+step] {
			head += step
		}
	}
	a, b = a[head:], b[head:]
	most -= head
	for step := 1 << 16; step > 0; step >>= 4 {
		for tail+step <= most && a[len(a)-tail-step:len(a)-tail] == b[len(b)-tail-step:len(b)-tail] {
			tail += step
		}
	}
	return head, tail
}
