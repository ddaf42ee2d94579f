import { useEffect, useRef, useState, type ReactNode } from 'react'

import { Button, type ButtonVariant } from '../../../ui/button.tsx'

type Props = {
  opener: ReactNode
  variant: ButtonVariant
  children: (close: () => void) => ReactNode
}

/** A button that is replaced by a form. The focus moves to the first field, and back to the button when the form closes. */
export function DisclosureForm({ opener, variant, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    box.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus()
  }, [isOpen])
  return (
    <div ref={box} className="grid gap-4">
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button variant={variant} onClick={() => setOpen(true)}>
          {opener}
        </Button>
      )}
    </div>
  )
}
