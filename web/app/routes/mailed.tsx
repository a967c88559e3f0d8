import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MailedForm } from '../../../src/features/site/rendering/visit.ts'
import { type PageHandle, useSite } from '../components/frame/use-site.ts'
import styles from '../components/mailed/mailed.module.css'
import { buildPreferencesView } from '../components/mailed/preferences.server.ts'
import { Preferences } from '../components/mailed/preferences.tsx'
import { visitContext } from '../visit/context.ts'

/** Runs no scripts, which could leak its address. */
export const handle: PageHandle = { isStatic: true }

/** Pages behind mailed links. The service handles their addresses, provides the content, and has it rendered here. */
export function loader({ context }: LoaderFunctionArgs) {
  const { mailed } = context.get(visitContext)
  if (mailed === null) throw data(null, { status: 404 })
  return { ...mailed, preferences: mailed.preferences === null ? null : buildPreferencesView(mailed.preferences) }
}

export default function MailedPage() {
  const { title, note, text, list, form, links, preferences } = useLoaderData<typeof loader>()
  const site = useSite()
  return (
    <div className={`card stack gap-4 ${styles.card}`}>
      <title>{`${title} · ${site?.siteName ?? ''}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <h1>{title}</h1>
      {note !== null && (
        <div role={note.isGood ? 'status' : 'alert'} className={`note ${note.isGood ? 'good' : 'bad'} ${styles.note}`}>
          <p>{note.text}</p>
          <Lines lines={note.list} />
          {note.undo !== null && <Button form={note.undo} look="button plain" />}
        </div>
      )}
      <p>{text}</p>
      {preferences === null ? <Lines lines={list} /> : <Preferences view={preferences} action={form?.action ?? ''} />}
      {form !== null && <Button form={form} look={preferences === null ? 'button' : 'button plain'} />}
      {links.map((each) => (
        <p key={each.href}>
          <a href={each.href}>{each.text}</a>
        </p>
      ))}
    </div>
  )
}

function Button({ form: { action, fields, button, until }, look }: { readonly form: MailedForm; readonly look: string }) {
  return (
    <form method="post" action={action} className={styles.form}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={look}>{button}</button>
      {until !== '' && <p className="soft">{until}</p>}
    </form>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.length === 0 ? null : (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
