/** An icon from the sprite `public/icons.svg`. Hidden from screen readers: the text next to it says the same. */
export function Icon({ name, size = 20 }: { readonly name: string; readonly size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
}
