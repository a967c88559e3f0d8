let wasPressed = false
let isOver = false

const isPaletteShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key.toLowerCase() === 'k'

function remember(event: KeyboardEvent): void {
  if (!isPaletteShortcut(event)) return
  event.preventDefault()
  wasPressed = true
}

/** Remembers ⌘K and Ctrl K while the frame is loading, when there is no palette to open. */
export function rememberShortcut(): void {
  if (!isOver) addEventListener('keydown', remember)
}

/** Whether it was pressed while the frame was loading; from now on the palette listens by itself. */
export function takeShortcut(): boolean {
  removeEventListener('keydown', remember)
  isOver = true
  const was = wasPressed
  wasPressed = false
  return was
}
