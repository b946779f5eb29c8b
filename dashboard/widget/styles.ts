/** The dashboard's colours (src/app/tokens.css). Sizes are in px, because the page's font size is unknown. */
export const STYLES = `
/* Rules of the page for all elements also match the host, and win over :host. Inside, nothing of them is left. */
:host { all: initial; display: block; }
.root {
  all: initial; display: block; color-scheme: light;
  --panel: #ffffff; --sunken: #f0f0ed; --line: #e2e2dd; --strong-line: #8b8b83; --ink: #1f2328; --quiet: #595f66;
  --accent: #2b5c8a; --accent-ink: #23507a; --accent-ground: #e6eff7; --on-accent: #ffffff;
  --bad: #a12a2a; --bad-ground: #fbe9e7;
}
.root[data-theme="dark"] {
  color-scheme: dark;
  --panel: #1c2025; --sunken: #23282e; --line: #30363d; --strong-line: #79818b; --ink: #e6e8eb; --quiet: #a3abb4;
  --accent: #6ea8dc; --accent-ink: #8fbde6; --accent-ground: #1e3145; --on-accent: #0e1419;
  --bad: #f09a92; --bad-ground: #43211f;
}
* { box-sizing: border-box; margin: 0; }
.root {
  position: fixed; inset-inline-end: 16px; bottom: 16px; z-index: 2147483000;
  font: 15px/22px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--ink);
}
button, input, textarea { font: inherit; color: inherit; }
button { cursor: pointer; border: 0; background: none; border-radius: 6px; }
button:disabled { cursor: not-allowed; opacity: .6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
[hidden] { display: none !important; }
.hidden-words { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.launcher {
  display: grid; place-items: center; width: 56px; height: 56px; border-radius: 28px; margin-inline-start: auto;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 4px 16px rgb(0 0 0 / .25);
}
/* A part of the page. */
.root.inline, .root.search { position: static; z-index: auto; }
.root.bubble.at-start { inset-inline: 16px auto; }
.at-start .launcher { margin-inline: 0 auto; }
.inline .panel { width: 100%; height: min(600px, var(--tall, 90dvh)); box-shadow: none; }
.search .panel { position: fixed; inset: 0; margin: auto; width: min(640px, 100% - 32px); height: min(720px, var(--tall, 100dvh) - 32px); z-index: 2147483000; }
form.bar { padding: 0; border: 0; }
.bar input { border-radius: 10px; min-height: 44px; }
.bar .primary { min-height: 44px; border-radius: 10px; }
.logo { width: 28px; height: 28px; object-fit: contain; border-radius: 6px; }
.starters { display: grid; justify-items: start; gap: 8px; }
.starters .plain { padding-block: 6px; text-align: start; overflow-wrap: anywhere; }
.launcher svg { width: 24px; height: 24px; }
.panel {
  display: flex; flex-direction: column; width: 384px; height: min(620px, var(--tall, 100dvh) - 32px);
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; overflow: hidden;
  box-shadow: 0 8px 32px rgb(0 0 0 / .25);
}
header { display: flex; align-items: center; gap: 4px; padding-block: 8px; padding-inline: 16px 8px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; min-width: 0; font-size: 16px; line-height: 22px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.round { display: grid; place-items: center; width: 36px; height: 36px; color: var(--quiet); }
.round:hover { background: var(--sunken); color: var(--ink); }
.round[aria-pressed="true"] { color: var(--accent-ink); background: var(--accent-ground); }
.log { flex: 1; min-height: 0; overflow-y: auto; padding: 16px; display: flex; flex-direction: column; gap: 12px; }
.log:focus-visible { outline-offset: -2px; }
.log p { white-space: pre-line; overflow-wrap: anywhere; }
.question { align-self: flex-end; max-width: 85%; padding: 8px 12px; border-radius: 10px; background: var(--accent-ground); }
.quiet { color: var(--quiet); font-size: 13px; line-height: 20px; }
.reply { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.together { white-space: nowrap; }
sup { font-size: 11px; line-height: 0; }
sup button { padding: 6px 3px; color: var(--accent-ink); font-weight: 600; }
sup button:hover { text-decoration: underline; }
.text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.text ul, .text ol, .text blockquote { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
.text ul, .text ol { padding-inline-start: 26px; }
.text blockquote { border-inline-start: 2px solid var(--strong-line); padding-inline-start: 10px; }
.heading { font-weight: 600; }
.heading.large { font-size: 16px; }
.text a { color: var(--accent-ink); overflow-wrap: anywhere; }
code { font: 13px/20px ui-monospace, Menlo, Consolas, monospace; background: var(--sunken); border-radius: 6px; padding: 0 4px; }
.code { background: var(--sunken); border-radius: 6px; padding: 8px 10px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; }
pre sup { user-select: none; }
hr { border: 0; border-top: 1px solid var(--line); }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; line-height: 18px; }
th, td { padding-block: 4px; padding-inline: 0 12px; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 600; }
.center { text-align: center; }
.right { text-align: end; }
.sources { list-style: none; padding: 8px 0 0; border-top: 1px solid var(--line); display: grid; gap: 6px; font-size: 13px; line-height: 18px; }
.sources li { display: grid; grid-template-columns: 18px minmax(0, 1fr); }
.sources li:focus { background: var(--accent-ground); border-radius: 6px; }
.sources li:focus .snippet { -webkit-line-clamp: none; }
.sources b { font-weight: 500; overflow-wrap: anywhere; }
.snippet { grid-column: 2; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; overflow-wrap: anywhere; }
.rating { display: flex; align-items: center; gap: 4px; margin-inline-start: -8px; }
.failure { display: grid; justify-items: start; gap: 8px; padding: 12px; border-radius: 10px; background: var(--bad-ground); color: var(--bad); }
.plain { min-height: 36px; padding: 0 12px; border: 1px solid var(--strong-line); background: var(--panel); color: var(--ink); font-weight: 500; }
form { display: flex; align-items: flex-end; gap: 8px; padding: 12px; border-top: 1px solid var(--line); }
input, textarea {
  flex: 1; min-width: 0; min-height: 40px; max-height: 120px; field-sizing: content; resize: none; padding: 8px 10px;
  border: 1px solid var(--strong-line); border-radius: 6px; background: var(--panel); font-size: 16px;
}
textarea::placeholder { color: var(--quiet); opacity: 1; }
.person { padding: 8px 12px; border-radius: 10px; background: var(--sunken); }
form.request { display: grid; gap: 10px; padding: 12px; border: 1px solid var(--line); border-radius: 10px; }
.request label { display: grid; gap: 4px; font-size: 13px; line-height: 20px; }
.buttons { display: flex; gap: 8px; }
.buttons button { min-height: 40px; }
.primary { min-height: 40px; padding: 0 14px; background: var(--accent); color: var(--on-accent); font-weight: 500; }
@media (max-width: 480px) {
  .root.bubble.is-open { inset: 0; }
  .root.is-open:not(.inline) .panel { width: 100%; height: 100%; border: 0; border-radius: 0; }
}
`;
