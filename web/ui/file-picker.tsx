import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react'

import { uiText as text } from '#web/text/ui.ts'

import { classNames } from './class-names.ts'
import { Labelled, type LabelProps } from './fields.tsx'

/** A picked file. `progress` is null when no upload is running. */
type PickedFile = {
  key: string
  name: string
  progress: number | null
  error?: string | undefined
  preview?: ReactNode
}

type FilePickerProps = LabelProps & {
  accept: string
  multiple?: boolean | undefined
  items: readonly PickedFile[]
  onPick: (files: File[]) => void
  onRemove: (key: string) => void
  id?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** Accepts files by click, keyboard or drop, and shows the progress of each. */
export function FilePicker(props: FilePickerProps) {
  const { label, error, hint, id, accept, multiple, items, onPick, onRemove, disabled } = props
  const [isDragOver, setDragOver] = useState(false)

  const pick = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(input.files ?? [])]
    // Cleared, so that a removed file can be picked again.
    input.value = ''
    if (files.length > 0) onPick(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    const files = [...event.dataTransfer.files]
    if (!disabled && files.length > 0) onPick(multiple ? files : files.slice(0, 1))
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(event.type === 'dragover')
  }

  return (
    <div className={classNames('space-y-3', props.className)}>
      <Labelled id={id} label={label} error={error} hint={hint}>
        {(attributes) => (
          <div
            onDragOver={drag}
            onDragLeave={drag}
            onDrop={drop}
            className={classNames(dropClass, isDragOver && 'border-forest bg-mint')}
          >
            <ImagePlus size={28} aria-hidden="true" className="text-forest" />
            <span className="font-semibold text-forest">
              {multiple ? text.chooseFiles : text.chooseFile}
            </span>
            <span className="text-sm text-muted">{text.orDrop}</span>
            <input
              {...attributes}
              type="file"
              accept={accept}
              multiple={multiple}
              disabled={disabled}
              onChange={pick}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </div>
        )}
      </Labelled>
      {items.length > 0 && (
        <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {items.map((item) => (
            <PickedItem key={item.key} item={item} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </div>
  )
}

function PickedItem({ item, onRemove }: { item: PickedFile; onRemove: (key: string) => void }) {
  const { key, name, progress, error, preview } = item

  return (
    <li className="card flex items-center gap-3 p-2">
      {preview && (
        <div className="size-14 shrink-0 overflow-hidden rounded-lg bg-mint [&_img]:size-full [&_img]:object-cover">
          {preview}
        </div>
      )}
      <div className="min-w-0 grow space-y-1">
        <p className="truncate text-sm font-medium">{name}</p>
        {error && <p className="text-sm text-danger">{error}</p>}
        {progress !== null && !error && (
          <div className="flex items-center gap-2">
            <progress
              className="bar"
              aria-label={text.uploading({ name })}
              value={progress}
              max={1}
            />
            <span aria-hidden="true" className="money w-10 shrink-0 text-right text-sm text-muted">
              {text.percent({ percent: Math.round(progress * 100) })}
            </span>
          </div>
        )}
      </div>
      <button
        type="button"
        aria-label={text.remove({ name })}
        onClick={() => onRemove(key)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </li>
  )
}

const dropClass = classNames(
  'relative flex min-h-32 flex-col items-center justify-center gap-1 rounded-card border border-dashed border-control bg-card p-4 text-center',
  'transition-colors duration-150 hover:border-forest hover:bg-mint/50',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-forest',
  'has-aria-invalid:border-danger',
)
