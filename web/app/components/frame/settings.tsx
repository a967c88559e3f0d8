import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import type { Site } from '../../root.tsx'
import styles from './settings.module.css'

/** Leads to the page where language, units, clock, colours and ads are chosen, and from there back. */
export function Settings({ site: { m } }: { readonly site: Site }) {
  const { pathname, search } = useLocation()
  return (
    <Link to={`/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{m.settings}</span>
    </Link>
  )
}
