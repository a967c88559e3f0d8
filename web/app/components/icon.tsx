/** A picture of the interface from the sprite `public/icons.svg`. It says nothing to those who hear the page: the words beside it do. */
export function Icon({ name, size = 20 }: { readonly name: string; readonly size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
}
