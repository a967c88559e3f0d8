import { trustedHtml } from './html.ts'

/** The one stylesheet of pages without scripts, in the colours of the mails. */
export const PAGE_STYLE = trustedHtml(`
:root {
  color-scheme: light dark;
  --page: #eef1f4; --card: #fff; --text: #1c2530; --soft: #55616d; --line: #d9dfe5; --box: #f5f7f9;
  --link: #0b5cad; --button: #0b5cad; --on-button: #fff; --field: #7c8894; --good: #e3f3e6; --bad: #fde7e5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151a; --card: #1a2028; --text: #e6ebf0; --soft: #a3b0bd; --line: #343e4a; --box: #202832;
    --link: #82bbf7; --button: #82bbf7; --on-button: #0d1a26; --field: #7c8894; --good: #173a22; --bad: #4a1f1c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
.wrap { max-width: 42rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.service { display: inline-block; margin: 0 0 .75rem; color: var(--soft); font-weight: 700; letter-spacing: .06em; text-decoration: none; }
main { background: var(--card); border-radius: .75rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; margin: 0 0 .75rem; overflow-wrap: anywhere; }
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
button { font: inherit; font-weight: 600; color: var(--on-button); background: var(--button); border: 2px solid var(--button);
  border-radius: .4rem; padding: .55rem 1.2rem; cursor: pointer; }
button.plain { color: var(--link); background: transparent; font-weight: 400; border-width: 1px; border-color: var(--field); padding: .35rem .8rem; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.entry { background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; margin-bottom: .75rem; }
fieldset { border: 0; margin: 1rem 0 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .35rem; }
label { display: inline-block; padding: .2rem 0; }
.row { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: center; min-height: 2.4rem; padding: .15rem 0; }
.row > label:first-child { min-width: 11rem; }
.fields { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; }
.field label { display: block; font-weight: 600; }
fieldset + .field { margin-top: 1rem; }
input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: .35rem; padding: .35rem .5rem; max-width: 100%; }
input[type=checkbox] { width: 1.15rem; height: 1.15rem; margin: 0 .5rem 0 0; vertical-align: -.2rem; accent-color: var(--button); }
input[type=number] { width: 6rem; }
.last { margin: 1.25rem 0 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--box); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9375em; }
img { max-width: 100%; height: auto; }
.text h2 { margin-top: 2rem; }
@media (max-width: 30rem) { main { padding: 1.1rem; } .row > label:first-child { min-width: 100%; } }
`)
