import {
  ArrowDown,
  ArrowUp,
  Crosshair,
  type LucideIcon,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { useId, useState } from 'react'

import { imagePath, imageTypes, sharpImageWidth } from '#shared/image.ts'

import { lazyDialog } from '../../../forms/lazy.tsx'
import { wizardText } from '../../../text/wizard.ts'
import { Badge } from '../../../ui/card.tsx'
import { focusClass } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/fields.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import type { Picture, Pictures } from './use-pictures.ts'
import { type InformationForm, isNarrow } from './wizard-form.tsx'

const accept = [...imageTypes, '.jpg', '.jpeg', '.png', '.webp'].join(',')

type Props = { form: UseFormReturn<InformationForm>; pictures: Pictures }

/** The pictures that are being uploaded, and below them the uploaded ones. */
export function PicturesField({ form, pictures }: Props) {
  const { information: text } = wizardText
  const id = useId()
  const { field, fieldState } = useController({ name: 'images', control: form.control })
  field.ref({ focus: () => document.getElementById(id)?.focus() })
  const pending = pictures.pictures.filter((picture) => picture.id === undefined)

  return (
    <div className="grid gap-4">
      <FilePicker
        id={id}
        label={text.images}
        hint={text.imagesHint}
        accept={accept}
        multiple
        error={fieldState.error?.message}
        items={pending.map(({ key, name, progress, error }) => ({
          key,
          name,
          progress: progress ?? null,
          error,
        }))}
        onPick={pictures.pick}
        onRemove={pictures.remove}
      />
      <PictureList pictures={pictures} />
    </div>
  )
}

const FocusDialog = lazyDialog(async () => (await import('./focus-dialog.tsx')).FocusDialog)

/** The uploaded pictures in their order, with their descriptions. Narrow screens show three in a row, and open one at a press. */
function PictureList({ pictures }: { pictures: Pictures }) {
  const { pictures: text } = wizardText
  const stored = pictures.pictures.filter((picture) => picture.id !== undefined)
  if (stored.length === 0) return null
  return (
    <ol aria-label={text.list} className="grid grid-cols-3 gap-2 lg:gap-3">
      {stored.map((picture, index) => (
        <PictureItem
          key={picture.key}
          picture={picture}
          index={index}
          count={stored.length}
          pictures={pictures}
        />
      ))}
    </ol>
  )
}

type ItemProps = { picture: Picture; index: number; count: number; pictures: Pictures }

function PictureItem(props: ItemProps) {
  const { picture, index, pictures } = props
  const { pictures: text } = wizardText
  const { key, id = '', alt, focus, width = 0, height = 0 } = picture
  const isSmall = width > 0 && width < sharpImageWidth
  return (
    <li className="card p-2 has-[details[open]]:col-span-full lg:col-span-full lg:flex lg:items-start lg:gap-3 lg:p-3">
      <img
        src={imagePath(id, 320)}
        alt={alt}
        width={160}
        height={100}
        className={`aspect-16/10 w-full rounded-lg bg-mint object-cover lg:w-40 ${focusClass({ focus, width, height })}`}
      />
      <details open={!isNarrow()} className="filters grow">
        <summary className="flex min-h-11 list-none items-center justify-between text-sm font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            <span className="sr-only">{text.alt({ number: index + 1 })}</span>
            <span aria-hidden="true">{index + 1}</span>
          </span>
          {alt.trim() === '' ? (
            <span className="text-warning">{text.describe}</span>
          ) : isSmall || picture.isCut ? (
            <TriangleAlert aria-hidden="true" size={18} className="text-warning" />
          ) : (
            <Pencil aria-hidden="true" size={16} className="text-muted" />
          )}
        </summary>
        <div className="grid gap-2">
          {index === 0 && (
            <Badge tone="neutral" className="justify-self-start">
              {text.first}
            </Badge>
          )}
          <Field
            label={text.alt({ number: index + 1 })}
            hint={text.altHint}
            maxLength={200}
            value={alt}
            onChange={(event) => pictures.describe(key, event.currentTarget.value)}
          />
          {isSmall && (
            <p className="text-sm text-warning">{text.small({ width, sharp: sharpImageWidth })}</p>
          )}
          {picture.isCut && <p className="text-sm text-warning">{text.cut}</p>}
          <PictureButtons {...props} />
        </div>
      </details>
    </li>
  )
}

function PictureButtons({ picture, index, count, pictures }: ItemProps) {
  const { pictures: text } = wizardText
  const { key } = picture
  const number = index + 1
  const [isFocusing, setFocusing] = useState(false)
  return (
    <div className="flex gap-1">
      <PictureButton
        icon={ArrowUp}
        label={text.earlier({ number })}
        disabled={index === 0}
        onPress={() => pictures.move(key, -1)}
      />
      <PictureButton
        icon={ArrowDown}
        label={text.later({ number })}
        disabled={index === count - 1}
        onPress={() => pictures.move(key, 1)}
      />
      <PictureButton
        icon={Crosshair}
        label={text.focus({ number })}
        onPress={() => setFocusing(true)}
      />
      <PictureButton
        icon={Trash2}
        label={text.remove({ number })}
        onPress={() => pictures.remove(key)}
      />
      <FocusDialog
        open={isFocusing}
        number={number}
        picture={picture}
        onFocus={(focus) => pictures.focus(key, focus)}
        onClose={() => setFocusing(false)}
      />
    </div>
  )
}

type ButtonProps = { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void }

function PictureButton({ icon: Icon, label, disabled, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-full text-muted hover:bg-mint hover:text-on-mint disabled:opacity-40"
    >
      <Icon aria-hidden="true" size={18} />
    </button>
  )
}
