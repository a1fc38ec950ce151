// What an operator can do about an incident or a stream, as small forms; without an operator's login
// they say how to get one.
import { element, setText } from './dom.js';
import { LABELS, operator } from './operator.js';

const SHELVING = [
  [60, '1 hour'],
  [8 * 60, '8 hours'],
  [24 * 60, '1 day'],
  [7 * 24 * 60, '7 days'],
];
const LONGEST_TEXT = 2000;

/** A form that writes and says what came of it. */
function form(title, explanation, fields, button, write) {
  const result = element('p', { role: 'status', class: 'small' });
  const submit = element('button', { type: 'submit' }, button);
  const root = element(
    'form',
    {
      class: 'action',
      onsubmit: async (event) => {
        event.preventDefault();
        submit.disabled = true;
        setText(result, 'Saving ...');
        const problem = await write();
        submit.disabled = false;
        setText(result, problem === '' ? 'Saved.' : problem);
        result.dataset.tone = problem === '' ? 'good' : 'bad';
        if (problem === '') {
          root.reset();
        }
      },
    },
    element('h4', {}, title),
    explanation === '' ? null : element('p', { class: 'muted small' }, explanation),
    ...fields,
    submit,
    result,
  );
  return root;
}

function field(label, control) {
  return element('label', { class: 'field' }, element('span', {}, label), control);
}

function note(label) {
  return field(label, element('textarea', { rows: '2', maxlength: String(LONGEST_TEXT) }));
}

function chosen(options) {
  return element('select', {}, ...options.map(([value, words]) => element('option', { value: String(value) }, words)));
}

function api(kind, id, action) {
  return `/api/${kind}/${encodeURIComponent(id)}/${action}`;
}

/** Writes, then has the page ask again. */
async function write(path, body, written) {
  const problem = await operator.post(path, body);
  if (problem === '') {
    written();
  }
  return problem;
}

/** The form that shelves a stream, or ends it. */
function shelvingForm(stream, shelved, written) {
  if (shelved !== undefined) {
    return form('End the shelving', `Alarms of ${stream} become alerts again at once.`, [], 'End it', () => write(api('streams', stream, 'shelve'), { minutes: 0, why: 'shelving ended' }, written));
  }
  const length = chosen(SHELVING);
  const why = element('input', { required: true, maxlength: String(LONGEST_TEXT) });
  return form('Shelve the stream', `Alarms of ${stream} raise no alerts for that time. It is watched and shown all the same.`, [field('For', length), field('Why', why)], 'Shelve', () =>
    write(api('streams', stream, 'shelve'), { minutes: Number(length.value), why: why.value.trim() }, written),
  );
}

/** The form for a stream without an incident, such as before maintenance; for operators alone. */
export class Shelving {
  constructor(written) {
    this.written = written;
    this.root = element('section', { class: 'card', 'aria-label': 'Shelving' });
    operator.onChange(() => {
      this.root.hidden = operator.name === null;
    });
  }

  /** Shows the form; it is left alone while it is the same. */
  update(stream, shelved) {
    const key = `${stream} ${shelved !== undefined}`;
    if (key !== this.key) {
      this.key = key;
      this.root.replaceChildren(shelvingForm(stream, shelved, this.written));
    }
  }
}

/** The forms of an incident, and that of its stream. */
export class Actions {
  constructor(signIn, written) {
    this.written = written;
    this.forms = element('div', { class: 'actions' });
    this.sign = element('p', {}, element('button', { type: 'button', onclick: signIn }, 'Sign in as an operator'), ' to acknowledge, mark, shelve or ask to accept.');
    this.command = element('p', { class: 'small' });
    this.root = element('section', { class: 'card', 'aria-labelledby': 'actions-title' }, element('h3', { id: 'actions-title' }, 'What do you want to do?'), this.sign, this.command, this.forms);
    operator.onChange(() => this.showLogin());
  }

  showLogin() {
    this.forms.hidden = operator.name === null;
    this.sign.hidden = !operator.writable || operator.name !== null;
    this.command.hidden = operator.writable;
  }

  /** Shows the forms of one incident. Each is built again only when what it says changes, so that what was typed into the others stays. */
  update(incident, shelved) {
    const sensors = [...new Set((incident.faults ?? []).map((fault) => fault.sensor))];
    const wanted = [
      ['', () => this.acknowledge(incident)],
      ['', () => this.mark(incident)],
      [shelved !== undefined, () => shelvingForm(incident.stream, shelved, this.written)],
      [sensors, () => this.accept(incident, sensors)],
    ];
    if (incident.incident !== this.incident) {
      this.incident = incident.incident;
      this.command.replaceChildren(
        'To record what it was, run: ',
        element('code', {}, `kahkm mark TOPOLOGY ${quoted(incident.incident)} fault --note "..."`),
        '. For buttons here, name operators in the topology file (telemetry.operators).',
      );
      this.keys = wanted.map(() => null);
      this.forms.replaceChildren(...wanted.map(() => element('form')));
    }
    wanted.forEach(([of, build], i) => {
      const key = JSON.stringify(of);
      if (key !== this.keys[i]) {
        this.keys[i] = key;
        this.forms.children[i].replaceWith(build());
      }
    });
  }

  write(path, body) {
    return write(path, body, this.written);
  }

  acknowledge(incident) {
    const text = note('Note (optional)');
    return form('Acknowledge', 'You have seen it. Alerts do not change.', [text], 'Acknowledge', () =>
      this.write(api('incidents', incident.incident, 'acknowledge'), { note: text.lastChild.value.trim() }),
    );
  }

  mark(incident) {
    const label = chosen(Object.entries(LABELS));
    const text = note('What was found (optional)');
    return form('Say what it was', 'Later incidents that resemble it quote your answer.', [field('It was', label), text], 'Save', () =>
      this.write(api('incidents', incident.incident, 'mark'), { label: label.value, note: text.lastChild.value.trim() }),
    );
  }

  accept(incident, sensors) {
    const part = chosen([['', 'all readings of this incident'], ...sensors.map((sensor) => [sensor, `only ${sensor}: exchanged or recalibrated`])]);
    return form(
      'Ask to accept it as normal',
      'A new model needs the recording and a restart: whoever runs the engine carries it out with kahkm accept --requests.',
      [field('Accept', part)],
      'Ask',
      () => this.write(api('incidents', incident.incident, 'accept'), part.value === '' ? {} : { sensor: part.value }),
    );
  }
}

/** An identity as one word of a shell. */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
