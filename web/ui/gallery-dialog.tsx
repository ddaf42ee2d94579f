import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import type { Image } from '#shared/image-schema.ts'
import { imagePath, imageWidths } from '#shared/image.ts'
import { galleryDialogText as text } from '#web/text/gallery-dialog.ts'

import { Dialog } from './dialog.tsx'

type Props = {
  images: readonly Image[]
  toName: (number: number) => string
  /** Index of the picture that opens first. */
  first: number
  onClose: () => void
}

/** Shows pictures one by one and uncropped: by buttons, arrow keys, Home and End, or swipe. */
export function GalleryDialog({ images, toName, first, onClose }: Props) {
  const [chosen, setChosen] = useState(first)
  const last = images.length - 1
  const index = Math.min(chosen, last)
  const show = (next: number) => setChosen(Math.min(Math.max(next, 0), last))
  const swipe = useSwipe((step) => show(index + step))
  const image = images[index]

  const pressKey = (event: KeyboardEvent) => {
    const next = toIndex(event, index, last)
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }

  return (
    <Dialog
      open
      title={text.title}
      onClose={onClose}
      onKeyDown={pressKey}
      className="w-[min(72rem,100vw)]! max-w-none max-h-dvh!"
    >
      {image && (
        <div {...swipe} className="-mx-6 touch-pan-y touch-pinch-zoom bg-mint sm:mx-0">
          <Picture key={image.id} image={image} name={image.alt || toName(index + 1)} />
        </div>
      )}
      <div className="flex items-start gap-3">
        {last > 0 && <Step {...{ index, last, show }} by={-1} />}
        <div aria-live="polite" aria-atomic="true" className="grow text-center">
          <p className="font-semibold">
            {text.position({ number: index + 1, count: images.length })}
          </p>
          {image?.alt && <p className="text-muted wrap-anywhere">{image.alt}</p>}
        </div>
        {last > 0 && <Step {...{ index, last, show }} by={1} />}
      </div>
    </Dialog>
  )
}

/** The index that a key leads to. With a modifier, keys belong to the browser. */
function toIndex({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, index: number, last: number) {
  if (ctrlKey || metaKey || altKey) return undefined
  const indices = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }
  return Object.entries(indices).find(([name]) => name === key)?.[1]
}

/** The height of the picture's box in percent of the window, for which `h-[60dvh]` is the class. */
const heightPercent = 60

/** `sizes` counts with the shown width, so that a portrait on a wide screen does not load the widest copy. */
function Picture({ image, name }: { image: Image; name: string }) {
  const { id, width, height } = image
  const widths = imageWidths.filter((each) => each <= Math.max(width, imageWidths[0]))
  const shownWidth = Math.ceil((heightPercent * width) / height)
  return (
    <img
      src={imagePath(id, 960)}
      srcSet={widths.map((each) => `${imagePath(id, each)} ${each}w`).join(', ')}
      sizes={`min(100vw, 72rem, ${shownWidth}vh)`}
      width={width}
      height={height}
      alt={name}
      draggable={false}
      className="h-[60dvh] w-full object-contain select-none"
    />
  )
}

type StepProps = { by: 1 | -1; index: number; last: number; show: (index: number) => void }

/** `aria-disabled`, because a button that is disabled while it has the focus loses it. */
function Step({ by, index, last, show }: StepProps) {
  const Icon = by < 0 ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={by < 0 ? text.previous : text.next}
      aria-disabled={index === (by < 0 ? 0 : last)}
      onClick={() => show(index + by)}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-control hover:bg-mint hover:text-on-mint aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon aria-hidden="true" size={22} />
    </button>
  )
}

/** Shorter movements are taps. */
const minDistance = 40

/** Handlers that call `onSwipe` with 1 after a swipe to the left and -1 after one to the right. The browser scrolls vertical movements and cancels the pointer. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number }>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      const { isPrimary, pointerId: id, clientX: x, clientY: y } = event
      start.current = isPrimary ? { id, x, y } : null
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from?.id !== pointerId) return
      const moved = clientX - from.x
      if (Math.abs(moved) < Math.max(minDistance, Math.abs(clientY - from.y))) return
      onSwipe(moved < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
