import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import { useMailed } from '../mailed/use-mailed.ts'
import type { Site } from '../../root.tsx'
import { Settings } from './settings.tsx'
import styles from './header.module.css'

export function Header({ site }: { readonly site: Site }) {
  const { spoken } = useMailed(site)
  const isFront = useLocation().pathname === '/'
  return (
    <header className={styles.header} {...spoken}>
      <div className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.name}>
          <Icon name="logo" size={28} />
          {site.siteName}
        </Link>
        {!isFront && (
          <Link to="/" className={styles.search}>
            <Icon name="search" />
            <span>{site.m.searchPlace}</span>
          </Link>
        )}
        <Settings site={site} />
      </div>
    </header>
  )
}
