import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import { useIsMailed } from '../mailed/use-mailed.ts'
import type { Site } from '../../root.tsx'
import styles from './settings.module.css'

/** Links to the settings page (language, units, clock, colours, ads), which returns here unless this address is secret. */
export function Settings({ site }: { readonly site: Site }) {
  const isMailed = useIsMailed()
  const { pathname, search } = useLocation()
  return (
    <Link to={isMailed ? '/settings' : `/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{site.messages.settings}</span>
    </Link>
  )
}
