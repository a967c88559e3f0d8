import { Anchor } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { Status, Time } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { describeApiFailure } from '../kit/notes.tsx'
import styles from './alarm-bar.module.css'
import { findNavigationEntry } from './navigation.ts'
import { ReleaseButton } from './release-button.tsx'
import { type Trouble, useServiceState } from './state.ts'

/** Without its beginning and a page that helps where neither is known. */
type Shown = Omit<Trouble, 'beganAt' | 'link'> & Partial<Pick<Trouble, 'beganAt' | 'link'>>

/**
 * What is wrong, above every page for as long as it is true; there is no way to close it. The dashboard shows all of it, other pages the worst, and
 * the rest on request.
 */
export function AlarmBar() {
  const { data, failure } = useServiceState()
  const { pathname } = useLocation()
  const troubles: readonly Shown[] = failure === undefined ? (data?.troubles ?? []) : [unknown(describeApiFailure(failure))]
  const [worst, ...others] = troubles
  return (
    <div aria-live="polite">
      {worst !== undefined && (
        <section className={styles.bar} data-severity={worst.severity} aria-label="What is wrong">
          {pathname === '/admin' ? (
            <Troubles troubles={troubles} />
          ) : (
            <details>
              <summary className={styles.summary}>
                <Icon name="warning" />
                <span>
                  <strong>{worst.title}</strong>
                  {others.length > 0 && ` and ${others.length} more`}
                </span>
                <span className={styles.more}>What to do</span>
              </summary>
              <Troubles troubles={troubles} />
            </details>
          )}
        </section>
      )}
    </div>
  )
}

function Troubles({ troubles }: { readonly troubles: readonly Shown[] }) {
  return (
    <ul className={styles.list}>
      {troubles.map(({ key, kind, severity, title, meaning, action, link, beganAt }) => (
        <li key={key}>
          <Status tone={severity}>{severity === 'bad' ? 'Trouble' : 'Notice'}</Status>
          <div>
            <strong>{title}</strong> <span className={styles.since}>{beganAt !== undefined && <Time at={beganAt} />}</span>
            <p>
              {meaning} {action} {link !== undefined && <Page link={link} />}
            </p>
            {kind === 'restored' && <ReleaseButton />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The page that helps, by its name in the navigation. */
function Page({ link }: { readonly link: string }) {
  const { label } = findNavigationEntry(link.replace(/\?.*/, ''))?.page ?? { label: 'Open' }
  return (
    <Anchor component={Link} to={link} inherit underline="always">
      {label}
    </Anchor>
  )
}

function unknown(why: string): Shown {
  return {
    key: 'unknown',
    kind: 'database',
    severity: 'bad',
    title: `The state of the service is unknown: ${why}`,
    meaning: 'Anything may be wrong.',
    action: 'See whether the service and its database run; this is asked again every half minute.',
  }
}
