import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The page to join (/join#token=…) and to sign in (/sign-in), until the dashboard has its own: plain HTML and a script that
 *  calls the JSON endpoints. Its policy lets nothing run and nothing be loaded but what is in it. */
export function signInPage(app: FastifyInstance): void {
  for (const path of ['/join', '/sign-in']) {
    app.get(path, { schema: { hide: true } }, async (_, reply) => {
      reply.headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      return reply.type('text/html; charset=utf-8').send(PAGE);
    });
  }
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(100vw, 26rem); padding: 1.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
label { display: block; margin: 1rem 0 0.25rem; }
input, button { box-sizing: border-box; width: 100%; padding: 0.6rem; border: 1px solid GrayText; border-radius: 0.4rem; font: inherit; }
button { margin-top: 1.25rem; border-color: transparent; background: #1d4ed8; color: #fff; cursor: pointer; }
:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
[role='alert'] { color: #b91c1c; }
@media (prefers-color-scheme: dark) { [role='alert'] { color: #fca5a5; } }
`;

const SCRIPT = `
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const failure = new URLSearchParams(location.hash.slice(1)).get('error');
const $ = (id) => document.getElementById(id);
const say = (text) => { $('message').textContent = text; };
async function call(method, path, body) {
  const response = await fetch('/v1/account' + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer.data;
}
const forgetLink = () => history.replaceState(null, '', location.pathname);
function welcome(account) {
  forgetLink();
  $('title').textContent = 'Signed in';
  $('who').textContent = account.name + ' (' + account.email + '), ' + account.workspace.role + ' of ' + account.workspace.name + '.';
  $('form').hidden = $('provider').hidden = true;
  $('out').hidden = false;
}
async function begin() {
  if (failure) { say(failure); forgetLink(); }
  $('name').closest('div').hidden = !token;
  $('name').required = false;
  if (token) {
    const { workspace, role, email } = await call('POST', '/invitation', { token });
    $('title').textContent = 'Join ' + workspace.name;
    $('who').textContent = 'You will be ' + role + '. With an account already, type its password.';
    $('submit').textContent = 'Join';
    $('password').autocomplete = 'new-password';
    if (email) { $('email').value = email; $('email').readOnly = true; }
  } else {
    await call('GET', '').then(welcome, () => {});
  }
  const { openid_connect } = await call('GET', '/sign-in-methods');
  if (openid_connect && $('out').hidden) {
    $('provider').hidden = false;
    $('provider').textContent = 'Continue with ' + openid_connect.name;
  }
}
$('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  say('');
  $('submit').disabled = true;
  try {
    const fields = { email: $('email').value, password: $('password').value };
    const name = $('name').value.trim();
    welcome(token
      ? await call('POST', '/accept-invitation', { token, ...fields, ...(name && { name }) })
      : await call('POST', '/sign-in', fields));
  } catch (error) {
    say(error.message);
  }
  $('submit').disabled = false;
});
$('provider').addEventListener('click', () => { location.href = '/v1/account/oidc/start'; });
$('out').addEventListener('click', () =>
  call('POST', '/sign-out').then(() => location.replace('/sign-in'), (error) => say(error.message)));
begin().catch((error) => say(error.message));
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footnote</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 id="title">Sign in</h1>
<p id="who"></p>
<p id="message" role="alert"></p>
<form id="form">
<label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="username" required>
<div>
<label for="name">Your name</label>
<input id="name" autocomplete="name" maxlength="200">
</div>
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" required>
<button id="submit">Sign in</button>
</form>
<button id="provider" hidden></button>
<button id="out" hidden>Sign out</button>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${hash(SCRIPT)}`,
  `style-src ${hash(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
