import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import { useMailed } from '../mailed/use-mailed.ts'
import type { Site } from '../../root.tsx'
import styles from './settings.module.css'

/** Leads to the page where language, units, clock, colours and ads are chosen, and from there back, if where one is may be told. */
export function Settings({ site }: { readonly site: Site }) {
  const { isMailed } = useMailed(site)
  const { pathname, search } = useLocation()
  return (
    <Link to={isMailed ? '/settings' : `/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{site.m.settings}</span>
    </Link>
  )
}
