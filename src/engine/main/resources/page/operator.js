// Who writes: signing in as an operator, and what operators may do. The password stays in the memory
// of this page and is sent with what is written alone, so that a browser remembers and sends nothing
// by itself.
import { element, setText } from './dom.js';

const PATIENCE = 15000;

/** What an incident was, in the words of the buttons; the keys are those of the API. */
export const LABELS = {
  fault: 'a fault of the machine',
  sensor: 'a fault of a sensor',
  normal: 'normal: a new normal, or nothing anybody minds',
  test: 'a test, a calibration or maintenance',
  false: 'a false alarm: nothing had happened',
};

function authorization(name, password) {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

async function sent(path, init) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE), ...init });
    const json = await answer.json().catch(() => ({}));
    return { ok: answer.ok, json, problem: json.error ?? `the engine answered ${answer.status}` };
  } catch (failure) {
    return { ok: false, json: {}, problem: failure.message };
  }
}

/** The one person at this page. */
class Operator {
  constructor() {
    this.listeners = [];
    this.writable = false;
    this.name = null;
    this.login = null;
  }

  onChange(listener) {
    this.listeners.push(listener);
    listener();
  }

  take({ operators, operator }, login) {
    this.writable = operators === true;
    this.name = operator ?? null;
    this.login = this.name === null ? null : login;
    this.listeners.forEach((listener) => listener());
  }

  /** Asks whether anybody may write here, and whether the browser's own login may. */
  async load() {
    const { ok, json } = await sent('/api/login', {});
    if (ok) {
      this.take(json, null);
    }
  }

  /** Returns what is wrong, or an empty text. */
  async signIn(name, password) {
    const login = authorization(name, password);
    const { ok, json } = await sent('/api/login', { headers: { authorization: login }, credentials: 'omit' });
    if (!ok || json.operator === undefined) {
      return 'Wrong name or password.';
    }
    this.take(json, login);
    return '';
  }

  signOut() {
    this.login = null;
    this.load();
  }

  /** Writes; returns what is wrong, or an empty text. */
  async post(path, body) {
    const own = this.login === null ? {} : { authorization: this.login };
    const { ok, problem } = await sent(path, {
      method: 'POST',
      credentials: this.login === null ? 'same-origin' : 'omit',
      headers: { 'content-type': 'application/json', ...own },
      body: JSON.stringify(body),
    });
    return ok ? '' : `Not saved: ${problem}.`;
  }
}

export const operator = new Operator();

/** The button in the head of the page, and the form behind it. */
export function signInButton() {
  const problem = element('p', { role: 'alert', class: 'problem small', hidden: true });
  const name = element('input', { id: 'operator-name', autocomplete: 'username', required: true });
  const password = element('input', { id: 'operator-password', type: 'password', autocomplete: 'current-password', required: true });
  const dialog = element('dialog', { 'aria-labelledby': 'operator-title' });
  const form = element(
    'form',
    { onsubmit: (event) => submit(event) },
    element('h2', { id: 'operator-title' }, 'Sign in as an operator'),
    element('p', { class: 'muted small' }, 'Operators acknowledge and mark incidents, shelve streams, and ask to accept readings as normal. Your name stands beside what you write.'),
    element('label', { for: 'operator-name' }, 'Name'),
    name,
    element('label', { for: 'operator-password' }, 'Password'),
    password,
    problem,
    element('div', { class: 'toolbar' }, element('button', { type: 'submit' }, 'Sign in'), element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')),
  );
  dialog.append(form);
  const button = element('button', { type: 'button', onclick: () => (operator.name === null ? open() : operator.signOut()) });
  const root = element('span', { class: 'operator' }, button, dialog);

  function open() {
    problem.hidden = true;
    password.value = '';
    dialog.showModal();
    name.focus();
  }

  async function submit(event) {
    event.preventDefault();
    const wrong = await operator.signIn(name.value, password.value);
    setText(problem, wrong);
    problem.hidden = wrong === '';
    if (wrong === '') {
      password.value = '';
      dialog.close();
    }
  }

  root.open = open;
  operator.onChange(() => {
    root.hidden = !operator.writable;
    setText(button, operator.name === null ? 'Sign in as an operator' : `${operator.name}: sign out`);
  });
  return root;
}
