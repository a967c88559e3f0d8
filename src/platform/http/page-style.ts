import { trustedHtml } from './html.ts'

/** The one stylesheet of pages without scripts. Its colours, sizes and radii are the site's (`web/app/styles/tokens.css`). */
export const PAGE_STYLE = trustedHtml(`
:root {
  color-scheme: light dark;
  --page: #eef2f6; --card: #fff; --text: #17212c; --soft: #4d5b69; --line: #d9e1e8; --box: #f4f7fa;
  --link: #0b5cad; --on-button: #fff; --field: #738190; --good: #e2f3e6; --bad: #fde8e5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e131a; --card: #171e27; --text: #e8edf3; --soft: #a6b4c3; --line: #303c4a; --box: #1e2732;
    --link: #7fbaf7; --on-button: #0b1a29; --field: #7d8b9a; --good: #143522; --bad: #4a1f1c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { padding-block: .75rem; }
.service { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; color: var(--text); font-size: 1.25rem; font-weight: 700;
  letter-spacing: -.01em; text-decoration: none; }
.service svg { color: var(--link); }
.card { background: var(--card); border-radius: .875rem; padding: clamp(1.1rem, 4vw, 2rem);
  box-shadow: 0 1px 2px rgb(12 25 40 / 6%), 0 6px 20px rgb(12 25 40 / 5%); }
footer { padding-block: 2rem 3rem; }
footer a { display: inline-block; padding-block: .5rem; margin-inline-end: 1.5rem; color: var(--soft); }
h1 { font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.25rem); line-height: 1.2; letter-spacing: -.01em; font-weight: 650; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; line-height: 1.3; font-weight: 650; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; font-weight: 650; margin: 0; }
p, ul { margin: 0 0 1rem; }
li, p { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.note { margin: 0 0 1rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--good); }
.note.bad { background: var(--bad); }
.note form, .note p:last-child, .note ul:last-child { margin: 0; }
.note form { margin-top: .5rem; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
button { font: inherit; font-weight: 600; color: var(--on-button); background: var(--link); border: 2px solid var(--link);
  border-radius: .5rem; min-height: 2.75rem; padding: .4rem 1.1rem; cursor: pointer; }
button.plain { color: var(--link); background: transparent; font-weight: 400; border-width: 1px; border-color: var(--field); }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.entry { background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; margin-bottom: .75rem; }
fieldset { border: 0; margin: 1rem 0 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .35rem; }
label { display: inline-block; padding: .2rem 0; }
.row { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: center; min-height: 3.25rem; padding: .15rem 0; }
.row > label:first-child { min-width: 11rem; }
.fields { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; }
.field label { display: block; font-weight: 600; }
fieldset + .field { margin-top: 1rem; }
input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: .5rem; min-height: 2.75rem; padding: .4rem .75rem; max-width: 100%; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; margin-inline-end: .5rem; vertical-align: -.2rem; accent-color: var(--link); }
input[type=number] { width: 6rem; }
.last { margin: 1.25rem 0 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--box); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9375em; }
img { max-width: 100%; height: auto; }
.text h2 { margin-top: 2rem; }
/* Spacing would take joined letters apart. */
:lang(ar) :is(h1, .service) { letter-spacing: normal; }
@media (max-width: 30rem) { .row > label:first-child { min-width: 100%; } }
`)
