import { type PointerEvent, useId } from 'react'

import type { Focus } from '#shared/image-schema.ts'
import { focusStep, getFocus, imagePath } from '#shared/image.ts'

import { focusText as text } from '../../../text/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { focusClass } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Picture } from './use-pictures.ts'

type Props = {
  open: boolean
  number: number
  picture: Picture
  onFocus: (focus: Focus) => void
  onClose: () => void
}

/** Sets the point of a photo that crops keep: by tap or drag on the photo, or by two sliders with arrow keys. */
export function FocusDialog({ open, number, picture, onFocus, onClose }: Props) {
  const { id = '', alt, focus: chosen, width = 3, height = 2 } = picture
  const image = { focus: chosen, width, height }
  const focus = getFocus(image)
  return (
    <Dialog open={open} title={text.title({ number })} onClose={onClose}>
      <p className="text-muted">{text.hint}</p>
      <FocusTarget image={{ ...image, id, alt }} focus={focus} onFocus={onFocus} />
      <Slider label={text.left} value={focus.x} onChange={(x) => onFocus({ ...focus, x })} />
      <Slider label={text.top} value={focus.y} onChange={(y) => onFocus({ ...focus, y })} />
      <figure>
        <img
          src={imagePath(id, 320)}
          alt=""
          width={320}
          height={200}
          className={`aspect-16/10 w-48 rounded-lg bg-mint object-cover ${focusClass(image)}`}
        />
        <figcaption className="mt-1 text-sm text-muted">{text.result}</figcaption>
      </figure>
      <Button className="w-full" onClick={onClose}>
        {text.done}
      </Button>
    </Dialog>
  )
}

type TargetProps = {
  image: { id: string; alt: string; width: number; height: number }
  focus: Focus
  onFocus: (focus: Focus) => void
}

/** The marker is an SVG, because the content security policy allows no style attributes. */
function FocusTarget({ image: { id, alt, width, height }, focus, onFocus }: TargetProps) {
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onFocus({
      x: toStep((event.clientX - box.left) / box.width),
      y: toStep((event.clientY - box.top) / box.height),
    })
  }
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId)
    point(event)
  }
  const radius = Math.min(width, height) / 14
  return (
    <div
      data-testid="focus-target"
      onPointerDown={start}
      onPointerMove={point}
      className="relative mx-auto w-fit cursor-crosshair touch-none overflow-hidden rounded-lg select-none"
    >
      <img
        src={imagePath(id, 640)}
        alt={alt}
        width={width}
        height={height}
        draggable={false}
        className="h-auto max-h-[40dvh] w-auto max-w-full"
      />
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full"
      >
        <g
          transform={`translate(${(focus.x / 100) * width} ${(focus.y / 100) * height})`}
          fill="none"
        >
          <circle r={radius} className="stroke-black" strokeWidth={radius / 2.5} />
          <circle r={radius} className="stroke-white" strokeWidth={radius / 5} />
        </g>
      </svg>
    </div>
  )
}

/** Percent of a share, in steps of the slider. */
function toStep(share: number): number {
  const percent = Math.min(Math.max(share, 0), 1) * 100
  return Math.round(percent / focusStep) * focusStep
}

type SliderProps = { label: string; value: number; onChange: (value: number) => void }

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={focusStep}
        value={value}
        aria-valuetext={text.percent({ value })}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="block h-11 w-full accent-forest"
      />
    </div>
  )
}
