import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import { useMailed } from './use-site.ts'
import type { Site } from './site.server.ts'
import styles from './settings.module.css'

/** Links to the settings page (language, units, clock, colours, ads), which returns here unless this address is secret. */
export function Settings({ site }: { readonly site: Site }) {
  const isMailed = useMailed() !== undefined
  const { pathname, search } = useLocation()
  return (
    <Link to={isMailed ? '/settings' : `/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{site.m.settings}</span>
    </Link>
  )
}
