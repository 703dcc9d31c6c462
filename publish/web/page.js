'use strict';
(() => {
	const D = JSON.parse(document.getElementById('data').textContent);
	const T = D.text;
	const N = D.moves.length;
	const cells = D.cells.length;
	const $ = (id) => document.getElementById(id);
	const svgNS = 'http://www.w3.org/2000/svg';

	// make returns an element with a text node. No function here parses text as HTML.
	function make(tag, name, text) {
		const e = document.createElement(tag);
		if (name) e.className = name;
		if (text !== undefined) e.textContent = text;
		return e;
	}
	function shape(tag, attributes, parent) {
		const e = document.createElementNS(svgNS, tag);
		for (const a in attributes) e.setAttribute(a, attributes[a]);
		if (parent) parent.appendChild(e);
		return e;
	}
	// refill replaces the children of an element. Unlike a spread argument, the list can have any length.
	function refill(box, list) {
		const f = document.createDocumentFragment();
		for (const e of list) f.appendChild(e);
		box.replaceChildren(f);
	}
	// fill replaces the placeholders of a sentence by texts.
	function fill(text, ...values) {
		let i = 0;
		return text.replace(/%[sd]/g, () => values[i++]);
	}

	// The tree. Nodes are numbers, and -1 means that there is no node.
	const parent = new Int32Array(N);
	const first = new Int32Array(N).fill(-1);
	const final = new Int32Array(N).fill(-1); // the last child
	const next = new Int32Array(N).fill(-1);
	const prev = new Int32Array(N).fill(-1);
	const ply = new Int32Array(N);
	const depth = new Int32Array(N);
	const from = new Int32Array(N + 1); // the first change of each node
	const setup = new Uint8Array(N);
	for (let i = 0; i < N; i++) parent[i] = i - 1;
	for (let i = 0; i < D.up.length; i += 2) parent[D.up[i]] = D.up[i + 1];
	for (const i of D.setups) setup[i] = 1;
	for (let i = 0; i < N; i++) {
		const p = parent[i];
		from[i + 1] = from[i] + 2 * D.changed[i];
		if (p < 0) continue;
		ply[i] = ply[p] + (setup[i] ? 0 : 1);
		depth[i] = depth[p] + 1;
		if (first[p] < 0) first[p] = i;
		else {
			prev[i] = final[p];
			next[final[p]] = i;
		}
		final[p] = i;
	}
	const active = first.slice(); // the child on the line viewed last
	function some(pair) {
		const m = new Map();
		pair[0].forEach((n, i) => m.set(n, pair[1][i]));
		return m;
	}
	const glyphs = some(D.glyphs), judged = some(D.judged), comments = some(D.comments), titles = some(D.titles), illegal = some(D.illegal);
	const used = some(D.used), evals = some(D.evals), shares = some(D.shares), told = some(D.told), over = some(D.over), won = some(D.won);
	const kept = new Set(D.kept);
	const stores = D.stores.map((s) => some(s));

	const label = (n) => D.labels[D.moves[n]] + (glyphs.get(n) || '');
	const numbered = (n) => (parent[n] >= 0 && !setup[n] ? ply[n] + '.\u00a0' : '') + label(n);
	function mover(n) {
		const who = parent[n] < 0 || setup[n] ? -1 : D.turns[parent[n]];
		return who < 0 ? '' : D.names[who];
	}
	const plain = (n) => (comments.get(n) || []).map((l) => l.filter((_, i) => i % 2).join('')).join(' ').trim();

	// start returns about the first n characters of a comment, which may be very long.
	const start = (n, many) => {
		let text = '';
		for (const l of comments.get(n) || []) {
			if (text.length > many) break;
			text += l.filter((_, i) => i % 2).join('') + ' ';
		}
		return text.slice(0, many).trim();
	};

	// Slots contain the pieces in the cells, then the pieces held by the players, then their scores.
	class State {
		constructor() {
			this.slots = new Int32Array(cells + D.held + D.scored);
			this.at = -1;
		}
		apply(n) {
			if (setup[n]) this.slots.fill(0);
			for (let i = from[n]; i < from[n + 1]; i += 2) this.slots[D.changes[i]] = D.changes[i + 1];
			this.at = n;
		}
		go(n) {
			if (n === this.at) return;
			if (parent[n] !== this.at || n === 0) {
				const way = [];
				for (let m = n; ; m = parent[m]) {
					way.push(m);
					if (setup[m] || parent[m] < 0) break;
				}
				while (way.length > 1) this.apply(way.pop());
			}
			this.apply(n);
		}
	}

	// Picture draws the board in a scene: 0 on the screen, 1 on a rotated screen, 2 and 3 on paper.
	class Picture {
		constructor(scene) {
			this.scene = scene;
			this.view = D.scenes[scene];
			const v = this.view, box = v.box, c = D.centres[scene % 2];
			const far = (value) => Math.round(100 * value) / 100;
			this.x = c.x.map((x) => far(v.origin[0] + v.unit * x)).concat(v.stores.map((s) => s[0]));
			this.y = c.y.map((y) => far(v.origin[1] + v.unit * y)).concat(v.stores.map((s) => s[1]));
			this.svg = shape('svg', { viewBox: box.join(' '), 'aria-hidden': 'true', focusable: 'false', class: 'diagram' });
			shape('use', { href: '#s' + this.view.board }, this.svg);
			this.layers = [];
			for (let i = 0; i < 6; i++) this.layers.push(shape('g', {}, this.svg));
			this.marks = shape('g', {}, this.svg); // layers that are drawn again for each node
			this.shown = new Int32Array(cells + D.held).fill(-1);
			this.uses = new Array(cells + D.held).fill(null);
		}
		put(sprite, slot, layer) {
			const id = sprite < 0 ? -1 : D.sprites[4 * sprite + this.scene];
			if (id < 0) return null;
			const u = shape('use', { href: '#s' + id, x: this.x[slot], y: this.y[slot] }, layer);
			return u;
		}
		draw(state) {
			const n = state.at, slots = state.slots, L = this.layers;
			const stored = D.stores.length ? D.held : 0;
			for (let c = 0; c < cells + stored; c++) {
				const sprite = c < cells ? D.shown[slots[c]] : stores[c - cells].get(slots[c]);
				if (sprite === this.shown[c]) continue;
				this.shown[c] = sprite;
				if (this.uses[c]) this.uses[c].remove();
				this.uses[c] = this.put(sprite, c, L[1]);
			}
			for (const i of [0, 2, 3, 4, 5]) L[i].replaceChildren();
			const list = over.get(n) || [];
			const marked = new Set();
			for (let i = 0; i < list.length; i += 2) {
				const layer = D.layers[list[i + 1]];
				if (layer === 4) marked.add(list[i]);
				this.put(list[i + 1], list[i], L[layer]);
			}
			const rows = won.get(n) || [[]];
			for (const row of rows.slice(1)) {
				const bar = this.view.bars[D.owners[slots[row[0]]]];
				if (!bar) continue;
				const way = row.map((c, i) => (i ? 'L' : 'M') + this.x[c] + ' ' + this.y[c]).join('');
				shape('path', { class: bar, d: way + (row.length > 1 ? '' : 'h0') }, L[0]);
			}
			for (const c of rows[0]) this.put(D.rings[slots[c]], c, L[2]);
			const at = D.lasts[n];
			if (numbers) this.number(n, slots, marked);
			if (at >= 0) {
				const sprite = D.lastly[slots[at]];
				const low = sprite >= 0 && D.layers[sprite] === 0;
				const hidden = low ? rows[0].includes(at) : (marked.has(at) || numbers) && !D.pits;
				if (!hidden) this.put(sprite, at, L[low ? 0 : 2]);
			}
		}
	}

	let numbers = false;
	// numbersAt returns, for each cell, the number of the move that placed its piece, if it is known.
	function numbersAt(n) {
		const at = new Map();
		for (let m = n; m >= 0 && !setup[m]; m = parent[m]) {
			const c = D.lasts[m];
			if (parent[m] >= 0 && c >= 0 && !illegal.has(m) && !at.has(c)) at.set(c, ply[m]);
		}
		return at;
	}
	Picture.prototype.number = function (n, slots, marked) {
		for (const [c, k] of numbersAt(n)) {
			if (D.owners[slots[c]] < 0 || marked.has(c)) continue;
			const text = shape('text', { class: c === D.lasts[n] ? 'number last' : 'number', x: this.x[c], y: this.y[c], 'font-size': this.view.unit * (k < 100 ? 0.42 : 0.32) }, this.layers[2]);
			text.textContent = k;
		}
	};

	// described returns a description of the board in words.
	function described(slots) {
		const parts = [];
		if (D.pits) {
			for (let c = 0; c < cells; c++) parts.push(D.cells[c] + ' ' + D.counts[slots[c]]);
		} else {
			const of = D.names.map(() => []);
			for (let c = 0; c < cells; c++) {
				const who = D.owners[slots[c]];
				if (who >= 0) of[who].push(D.cells[c]);
			}
			of.forEach((list, p) => { if (list.length) parts.push(D.names[p] + ' ' + list.join(' ')); });
		}
		if (!parts.length) parts.push(T.empty);
		return parts.join(D.pits ? ', ' : '; ');
	}
	function counted(slots) {
		if (!D.held && !D.scored) return '';
		const at = cells + (D.scored ? D.held : 0);
		return (D.scored ? D.scoreTitle : D.heldTitle) + '\u00a0' + D.names.map((_, p) => slots[at + p]).join('–');
	}

	const state = new State();
	let here = 0;
	let turned = false;
	const boards = [new Picture(0), null];

	function board() {
		const i = turned ? 1 : 0;
		if (!boards[i]) boards[i] = new Picture(i);
		return boards[i];
	}

	// line returns the nodes from the root through the current node to the end of its line.
	let line = [0];
	function follow() {
		if (line[depth[here]] === here) return false;
		line = [];
		for (let n = here; n >= 0; n = parent[n]) line.push(n);
		line.reverse();
		for (let i = 1; i < line.length; i++) active[line[i - 1]] = line[i];
		for (let n = active[here]; n >= 0; n = active[n]) line.push(n);
		return true;
	}

	function go(n, quiet) {
		if (n < 0 || n >= N || n === here && !quiet) return;
		here = n;
		const other = follow();
		state.go(n);
		show(quiet);
		if (list.ready) list.goto();
		graph.draw(other || quiet);
	}

	function show(quiet) {
		const b = board();
		b.draw(state);
		if ($('board').firstChild !== b.svg) $('board').replaceChildren(b.svg);
		const status = D.status[D.stands[here]];
		const count = counted(state.slots);
		$('status').replaceChildren(make('span', illegal.has(here) ? 'bad' : '', illegal.has(here) ? fill(T.wrong, status) : status));
		if (count) $('status').append(make('span', 'count', count));
		$('where').textContent = described(state.slots) + '. ' + [count, told.get(here), status].filter(Boolean).join('. ');
		const no = { start: here === 0, back: here === 0, forward: active[here] < 0, end: active[here] < 0, before: prev[here] < 0, after: next[here] < 0 };
		for (const id in no) $(id).setAttribute('aria-disabled', no[id]);
		note();
		forks();
		if (!quiet) announce(status);
	}

	function announce(status) {
		const parts = [];
		if (parent[here] < 0) parts.push(label(here));
		else parts.push((setup[here] ? '' : fill(T.move, ply[here]) + ', ') + [mover(here), D.labels[D.moves[here]]].filter(Boolean).join(' '));
		parts.push(judged.get(here), illegal.has(here) ? T.illegal : '', titles.get(here), plain(here), told.get(here));
		let k = 0;
		for (let c = first[here]; c >= 0 && k < 1000; c = next[c]) k++;
		if (k > 1) parts.push(fill(T.forks, k));
		parts.push(status);
		$('live').textContent = parts.filter(Boolean).join('. ');
	}

	// note shows the annotations of the current node.
	function note() {
		const box = $('note');
		const all = [];
		const head = make('h2', '', '');
		if (parent[here] >= 0 && mover(here)) head.append(make('span', 'who', mover(here) + ' '));
		head.append(make('span', '', numbered(here)));
		if (titles.has(here)) head.append(make('span', 'title', titles.get(here)));
		all.push(head);
		if (judged.has(here)) all.push(make('p', 'judged', judged.get(here)));
		let items = null;
		for (const [kind, ...parts] of comments.get(here) || []) {
			const e = make(kind === 1 ? 'h3' : kind === 2 ? 'li' : 'p');
			for (let i = 0; i < parts.length; i += 2) {
				let at = e;
				const look = parts[i + 1];
				for (const [bit, tag] of [[1, 'strong'], [2, 'em'], [4, 'code']]) if (look & bit) {
					const inner = make(tag);
					at.append(inner);
					at = inner;
				}
				at.append(parts[i]);
			}
			if (kind !== 2) {
				items = null;
				if (parts.length) all.push(e);
				continue;
			}
			if (!items) all.push(items = make('ul'));
			items.append(e);
		}
		for (const text of evals.get(here) || []) all.push(make('p', 'eval', text));
		if (used.has(here)) all.push(make('p', 'quiet', fill(T.used, used.get(here))));
		refill(box, all);
	}

	// forks shows the next moves if there are several.
	const mostForks = 24;
	function forks() {
		const box = $('next');
		box.hidden = first[here] < 0 || next[first[here]] < 0;
		if (box.hidden) return box.replaceChildren();
		const all = [make('span', 'quiet', T.next)];
		let k = 0;
		for (let c = first[here]; c >= 0; c = next[c], k++) {
			if (k >= mostForks) continue;
			const b = make('button', c === active[here] ? 'main' : '', label(c));
			b.type = 'button';
			b.addEventListener('click', () => step(c));
			all.push(b);
		}
		if (k > mostForks) all.push(make('span', 'quiet', fill(T.more, k - mostForks)));
		refill(box, all);
	}

	// walk visits the nodes in reading order: a move, its alternatives, then the rest of the line.
	// begins is true at the start of a line and where a line continues after alternatives.
	function walk(visit) {
		const todo = [0, 0];
		while (todo.length) {
			const level = todo.pop();
			let n = todo.pop();
			for (let begins = true; n >= 0; begins = false) {
				visit(n, level, begins);
				if (prev[n] < 0 && next[n] >= 0) {
					if (first[n] >= 0) todo.push(first[n], level);
					for (let v = final[parent[n]]; v !== n; v = prev[v]) todo.push(v, level + 1);
					break;
				}
				n = first[n];
			}
		}
	}

	// list is the list of moves. All rows have the same height, and only visible rows have elements.
	const list = {
		ready: false,
		most: 8e6, // pixels; browsers do not support much higher elements
		build() {
			const box = $('moves');
			const coarse = matchMedia('(pointer: coarse), (max-width: 759px)').matches;
			this.height = coarse ? 44 : 32;
			this.width = box.clientWidth;
			const pen = document.createElement('canvas').getContext('2d');
			pen.font = '600 ' + getComputedStyle(box).font;
			let far = 1;
			for (let i = 0; i < N; i++) if (ply[i] > far) far = ply[i];
			const number = pen.measureText(far + '. ').width + 24;
			const wide = D.labels.map((t) => pen.measureText(t).width + number);
			const signs = new Map();
			for (const t of D.glyphs[1]) signs.set(t, pen.measureText(t).width + 6);
			this.cell = 44; // wide enough for most moves, so they form columns
			D.labels.forEach((t, i) => { if (t.length <= 6) this.cell = Math.max(this.cell, Math.ceil(wide[i])); });
			const need = (n) => Math.min(this.width - 24, Math.max(this.cell, wide[D.moves[n]] + (signs.get(glyphs.get(n)) || 0)));
			this.indent = 14;
			this.order = new Int32Array(N);
			this.rowOf = new Int32Array(N);
			// Four numbers per row: 0, level, index of the first move in order, number of moves;
			// or 1, level, node, line number in the node's annotations.
			this.rows = [];
			this.lines = new Map(); // lines of each node's annotations
			let o = 0, open = false, left = 0;
			// wrapped returns a title and a comment as lines of the given width. If the number of lines is
			// limited, the last line shows that there is more.
			const widths = new Map(), slack = 4;
			const widthOf = (text) => {
				let sum = 0;
				for (const c of text) {
					let w = widths.get(c);
					if (w === undefined) widths.set(c, w = pen.measureText(c).width);
					sum += w;
				}
				return sum;
			};
			const wrapped = (n, room) => {
				const most = 12, lines = [];
				pen.font = 'italic 600 15px ' + getComputedStyle(box).fontFamily;
				let text = ((titles.has(n) ? titles.get(n) + ' ' : '') + start(n, 1200)).trim();
				while (text && lines.length < most) {
					let end = 0, space = 0, sum = slack + (lines.length === most - 1 ? widthOf('…') : 0);
					for (const c of text) {
						sum += widthOf(c);
						if (sum > room && end > 0) break;
						end += c.length;
						if (c === ' ') space = end;
					}
					if (end < text.length && space > 0 && text[end] !== ' ') end = space;
					lines.push(text.slice(0, end).trim());
					text = text.slice(end).trim();
				}
				if (text) lines[most - 1] += '…';
				return lines.length ? lines : [''];
			};
			walk((n, level, begins) => {
				const room = this.width - 24 - this.indent * Math.min(level, 6);
				let columns = Math.max(1, Math.floor(room / this.cell));
				if (columns > D.names.length) columns -= columns % D.names.length;
				const r = this.rows, wants = need(n);
				if (begins || !open || r[r.length - 1] >= columns || left < wants) {
					r.push(0, level, o, 0);
					open = true;
					left = room;
				}
				left -= wants;
				this.rowOf[n] = r.length / 4 - 1;
				this.order[o++] = n;
				r[r.length - 1]++;
				if (comments.has(n) || titles.has(n)) {
					const lines = wrapped(n, this.width - 24 - this.indent * Math.min(level, 6));
					lines.forEach((_, k) => r.push(1, level, n, k));
					this.lines.set(n, lines);
					open = false;
				}
				if (n === 0) open = false;
			});
			box.style.setProperty('--row', this.height + 'px');
			box.style.setProperty('--cell', this.cell + 'px');
			this.total = this.rows.length / 4 * this.height;
			this.high = make('div', 'high');
			this.high.setAttribute('role', 'presentation');
			this.high.style.height = Math.min(this.total, this.most) + 'px';
			box.replaceChildren(this.high);
			this.ready = true;
			this.goto();
		},
		// offset returns the scroll position in pixels. A list that is too high for an element is scrolled in proportion.
		offset() {
			const box = $('moves');
			if (this.total <= this.most) return box.scrollTop;
			return box.scrollTop / Math.max(1, this.most - box.clientHeight) * (this.total - box.clientHeight);
		},
		scroll(y) {
			const box = $('moves');
			box.scrollTop = this.total <= this.most ? y : y / (this.total - box.clientHeight) * (this.most - box.clientHeight);
		},
		goto() {
			const y = this.rowOf[here] * this.height, at = this.offset(), room = $('moves').clientHeight;
			if (y < at + this.height) this.scroll(Math.max(0, y - this.height));
			else if (y + 2 * this.height > at + room) this.scroll(y + 2 * this.height - room);
			this.paint();
		},
		paint() {
			const box = $('moves'), at = this.offset(), shift = box.scrollTop - at;
			const lo = Math.max(0, Math.floor(at / this.height) - 4);
			const hi = Math.min(this.rows.length / 4, Math.ceil((at + box.clientHeight) / this.height) + 4);
			const all = [];
			for (let i = lo; i < hi; i++) {
				const [kind, level, first, count] = this.rows.slice(4 * i, 4 * i + 4);
				const row = make('div', kind ? 'row said' : 'row');
				row.setAttribute('role', 'presentation');
				row.style.transform = 'translateY(' + (i * this.height + shift) + 'px)';
				row.style.paddingLeft = 12 + this.indent * Math.min(level, 6) + 'px';
				if (kind) {
					row.node = first;
					row.setAttribute('aria-hidden', 'true'); // the move's label contains it
					const text = this.lines.get(first)[count], title = count === 0 && titles.get(first);
					if (title && text.startsWith(title)) row.append(make('b', '', title), text.slice(title.length));
					else row.append(text);
				} else {
					for (let k = 0; k < count; k++) row.append(this.move(this.order[first + k], level));
				}
				all.push(row);
			}
			refill(this.high, all);
			if ($('m' + here)) box.setAttribute('aria-activedescendant', 'm' + here);
			else box.removeAttribute('aria-activedescendant');
		},
		move(n, level) {
			const e = make('div', 'move' + (level ? '' : ' main') + (n === here ? ' here' : '') + (illegal.has(n) ? ' bad' : ''));
			e.id = 'm' + n;
			e.node = n;
			e.setAttribute('role', 'treeitem');
			e.setAttribute('aria-level', level + 1);
			e.setAttribute('aria-selected', n === here);
			if (n === here) e.setAttribute('aria-current', 'true');
			e.setAttribute('aria-label', [numbered(n), mover(n), judged.get(n), illegal.has(n) ? T.illegal : '', plain(n).slice(0, 200)].filter(Boolean).join(', '));
			if (parent[n] >= 0 && !setup[n]) e.append(make('span', 'ply', ply[n] + '.'));
			e.append(make('span', '', D.labels[D.moves[n]]));
			if (glyphs.has(n)) e.append(make('b', '', glyphs.get(n)));
			return e;
		},
	};

	// graph draws the winning chances along the line.
	const graph = {
		high: 120,
		draw(other) {
			const box = $('graph');
			if (!shares.size) return;
			if (other || !this.svg) {
				const points = [];
				line.forEach((n, i) => { if (shares.has(n)) points.push([i, shares.get(n)]); });
				this.points = points;
				box.hidden = points.length < 2;
				if (box.hidden) return;
				this.curve(box);
			}
			if (box.hidden) return;
			const x = this.x(depth[here]);
			this.now.setAttribute('d', 'M' + x + ' ' + this.top + 'V' + this.bottom);
			const s = shares.get(here);
			const say = s ? fill(T.split, D.names.map((name, p) => name + '\u00a0' + Math.round(s[p] / 10) + '\u00a0%').join(', ')) : T.shares;
			this.svg.setAttribute('aria-label', say);
			this.caption.textContent = say;
		},
		curve(box) {
			this.wide = Math.max(200, box.clientWidth || 320);
			this.left = 30;
			this.right = this.wide - 8;
			this.top = 8;
			this.bottom = this.high - 18;
			const span = Math.max(1, line.length - 1);
			this.x = (i) => Math.round((this.left + (this.right - this.left) * i / span) * 10) / 10;
			const y = (v) => Math.round((this.top + (this.bottom - this.top) * (1 - v / 1000)) * 10) / 10;
			const svg = this.svg = shape('svg', { viewBox: '0 0 ' + this.wide + ' ' + this.high, role: 'img', class: 'graph' });
			// If several points are in one column of pixels, the last one is drawn. Missing nodes interrupt the curve.
			const runs = [];
			let before = null;
			for (const [i, s] of this.points) {
				const x = this.x(i);
				if (!before || i - before.i > 1 && x - before.x > 1) runs.push([]);
				const run = runs[runs.length - 1];
				if (run.length && Math.floor(run[run.length - 1].x) === Math.floor(x)) run.pop();
				run.push(before = { i, x, s });
			}
			const sum = (s, seats) => s.slice(0, seats).reduce((a, b) => a + b, 0);
			const seats = D.names.length;
			for (const run of runs) for (let p = 0; p < seats; p++) {
				const low = run.map((q) => q.x + ' ' + y(sum(q.s, p)));
				const up = run.map((q) => q.x + ' ' + y(sum(q.s, p + 1))).reverse();
				shape('path', { class: 'b' + p, d: 'M' + low.concat(up).join('L') + 'Z' }, svg);
			}
			for (const v of [1000, 500, 0]) {
				shape('path', { class: v === 500 ? 'grid mid' : 'grid', d: 'M' + this.left + ' ' + y(v) + 'H' + this.right }, svg);
				shape('text', { class: 'tick', x: this.left - 5, y: y(v) + 4, 'text-anchor': 'end' }, svg).textContent = v / 10;
			}
			for (let i = 1; i < line.length; i++) {
				const was = shares.get(line[i - 1]), is = shares.get(line[i]), who = D.turns[line[i - 1]];
				if (!was || !is || who < 0) continue;
				const loss = was[who] - is[who];
				if (loss < 20) continue;
				const wide = Math.max(2, Math.min(10, 0.6 * (this.x(1) - this.x(0))));
				shape('rect', { class: 'loss' + (loss < 100 ? 1 : loss < 200 ? 2 : 3), x: this.x(i) - wide / 2, y: y(loss), width: wide, height: this.bottom - y(loss) }, svg);
			}
			for (const run of runs) for (let p = 1; p < seats; p++) shape('path', { class: 'curve', d: 'M' + run.map((q) => q.x + ' ' + y(sum(q.s, p))).join('L') + (run.length > 1 ? '' : 'h0') }, svg);
			const every = Math.max(1, Math.ceil(span / 8 / 10) * 10);
			for (let i = every; i <= span; i += every) shape('text', { class: 'tick', x: this.x(i), y: this.high - 4, 'text-anchor': 'middle' }, svg).textContent = i;
			this.now = shape('path', { class: 'now' }, svg);
			svg.addEventListener('click', (e) => {
				const r = svg.getBoundingClientRect();
				const at = (e.clientX - r.left) / r.width * this.wide;
				const i = Math.round((at - this.left) / (this.right - this.left) * span);
				step(line[Math.min(Math.max(i, 0), line.length - 1)]);
			});
			this.caption = make('figcaption', 'quiet');
			box.replaceChildren(svg, this.caption);
		},
	};

	// paper fills the printed page: the current position, all moves with comments, and diagrams of marked positions.
	const mostDiagrams = 200;
	function paper() {
		const box = $('paper');
		const some = new State();
		const diagram = (n) => {
			some.go(n);
			const p = new Picture(turned ? 3 : 2);
			p.draw(some);
			const f = make('figure');
			f.append(p.svg, make('figcaption', '', (n === 0 ? T.start : fill(T.position, numbered(n))) + (titles.has(n) ? ' – ' + titles.get(n) : '')));
			return f;
		};
		const all = [diagram(here)];
		let p = null, text = '', drawn = 0;
		const flush = () => {
			if (text) p.append(text);
			text = '';
		};
		walk((n, level, begins) => {
			if (begins || !p) {
				if (p) flush();
				p = make('p', 'v' + Math.min(level, 6));
				all.push(p);
			}
			if (n > 0) text += numbered(n) + ' ';
			const said = plain(n);
			if (titles.has(n) || said || illegal.has(n)) {
				flush();
				if (titles.has(n)) p.append(make('b', '', titles.get(n) + ' '));
				if (illegal.has(n)) p.append(make('i', '', '(' + illegal.get(n) + ') '));
				if (said) p.append(make('em', '', said + ' '));
			}
			const marked = (over.get(n) || []).some((v, i) => i % 2 && (D.layers[v] === 3 || D.layers[v] === 4));
			if ((marked || kept.has(n) || titles.has(n)) && n !== here && drawn <= mostDiagrams) {
				flush();
				p = null;
				all.push(drawn++ < mostDiagrams ? diagram(n) : make('p', '', T.cut));
			}
		});
		if (p) flush();
		refill(box, all);
	}

	function fork(n, way) {
		do n = way(n); while (n > 0 && active[n] >= 0 && next[first[n]] < 0);
		return n;
	}
	const to = {
		start: () => 0,
		back: () => parent[here],
		forward: () => active[here],
		end: () => line[line.length - 1],
		before: () => prev[here],
		after: () => next[here],
		up: () => (here ? fork(here, (n) => parent[n]) : -1),
		down: () => (active[here] < 0 ? -1 : fork(here, (n) => active[n])),
	};
	function flip() {
		turned = !turned;
		show(true);
	}
	// count shows or hides the move numbers.
	function count() {
		numbers = !numbers;
		$('numbers').setAttribute('aria-pressed', numbers);
		show(true);
	}
	// play steps to the end of the line until the user goes to another move.
	const pace = 1500;
	let playing = 0;
	function stop() {
		clearInterval(playing);
		playing = 0;
		$('play').setAttribute('aria-pressed', false);
	}
	function play() {
		if (playing) return stop();
		if (active[here] < 0) go(0);
		playing = setInterval(() => {
			go(active[here]);
			if (active[here] < 0) stop();
		}, pace);
		$('play').setAttribute('aria-pressed', true);
		go(active[here]);
	}
	function step(n) {
		if (playing) stop();
		go(n);
	}
	const others = { f: flip, p: play, n: count };
	const keys = { Home: 'start', ArrowLeft: 'back', ArrowRight: 'forward', End: 'end', ArrowUp: 'before', ArrowDown: 'after', PageUp: 'up', PageDown: 'down' };
	document.addEventListener('keydown', (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey && e.key.length > 1) return;
		if ($('note').contains(e.target) && /Up|Down|Home|End/.test(e.key)) return; // these keys scroll a long comment
		const other = others[e.key.toLowerCase()];
		if (other && !(other === count && D.pits)) other();
		else if (keys[e.key]) step(to[keys[e.key]]());
		else return;
		e.preventDefault();
	});
	for (const id of ['start', 'back', 'forward', 'end', 'before', 'after']) $(id).addEventListener('click', () => step(to[id]()));
	$('flip').addEventListener('click', flip);
	$('play').addEventListener('click', play);
	$('numbers').addEventListener('click', count);
	$('numbers').hidden = Boolean(D.pits);
	$('moves').addEventListener('scroll', () => { if (list.ready) list.paint(); });
	$('moves').addEventListener('click', (e) => {
		const at = e.target.closest('.move, .said');
		if (at) step(at.node);
	});

	// A swipe over the board goes one move back or forward.
	let touch = null;
	$('board').addEventListener('touchstart', (e) => { touch = e.touches.length === 1 ? [e.touches[0].clientX, e.touches[0].clientY] : null; }, { passive: true });
	$('board').addEventListener('touchend', (e) => {
		if (!touch) return;
		const x = e.changedTouches[0].clientX - touch[0], y = e.changedTouches[0].clientY - touch[1];
		touch = null;
		if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? to.forward() : to.back());
	}, { passive: true });

	addEventListener('beforeprint', paper);
	let waiting = 0;
	addEventListener('resize', () => {
		clearTimeout(waiting);
		waiting = setTimeout(() => {
			if ($('moves').clientWidth !== list.width) list.build();
			graph.draw(true);
		}, 100);
	});

	// A new scrollbar makes the list narrower without a resize event of the window.
	new ResizeObserver(() => requestAnimationFrame(() => {
		if (list.ready && $('moves').clientWidth !== list.width) list.build();
	})).observe($('moves'));

	$('app').hidden = false;
	$('help').hidden = false;
	follow();
	for (let n = active[0]; n >= 0 && line.length < 2; n = -1) for (; n >= 0; n = active[n]) line.push(n);
	go(0, true);
	performance.mark('board');
	requestAnimationFrame(() => setTimeout(() => {
		list.build();
		performance.mark('moves');
	}));
})();
