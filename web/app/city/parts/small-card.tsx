import styles from './small-card.module.css'

export function SmallCard({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className={`card ${styles.card}`}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
