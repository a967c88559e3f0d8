import { Link, useLocation } from 'react-router'
import { Icon } from '../icon.tsx'
import type { Site } from '../../root.tsx'
import { Settings } from './settings.tsx'
import styles from './header.module.css'

export function Header({ site }: { readonly site: Site }) {
  const isFront = useLocation().pathname === '/'
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.name}>
          <Icon name="logo" size={28} />
          {site.siteName}
        </Link>
        {!isFront && (
          <Link to="/" className={styles.search}>
            <Icon name="search" />
            <span>{site.messages.searchPlace}</span>
          </Link>
        )}
        <Settings site={site} />
      </div>
    </header>
  )
}
