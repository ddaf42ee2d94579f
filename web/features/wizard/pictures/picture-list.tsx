import { ArrowDown, ArrowUp, Trash2, type LucideIcon } from 'lucide-react'

import { imagePath } from '#shared/image.ts'

import { wizardText } from '../../../text/wizard.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import type { Picture, Pictures } from './use-pictures.ts'

/** The uploaded pictures in their order, with their descriptions. */
export function PictureList({ pictures }: { pictures: Pictures }) {
  const { pictures: text } = wizardText
  const stored = pictures.pictures.filter((picture) => picture.id !== undefined)
  if (stored.length === 0) return null
  return (
    <ol aria-label={text.list} className="grid gap-3">
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

function PictureItem({ picture, index, count, pictures }: ItemProps) {
  const { pictures: text } = wizardText
  const { key, id = '', alt } = picture
  const number = index + 1
  return (
    <li className="card flex flex-col gap-3 p-3 sm:flex-row sm:items-start">
      <img
        src={imagePath(id, 320)}
        alt={alt}
        width={160}
        height={100}
        className="aspect-[16/10] w-full rounded-lg bg-mint object-cover sm:w-40"
      />
      <div className="grid grow gap-2">
        {index === 0 && (
          <Badge tone="neutral" className="justify-self-start">
            {text.first}
          </Badge>
        )}
        <Field
          label={text.alt(number)}
          hint={text.altHint}
          maxLength={200}
          value={alt}
          onChange={(event) => pictures.describe(key, event.currentTarget.value)}
        />
        <div className="flex gap-1">
          <PictureButton
            icon={ArrowUp}
            label={text.earlier(number)}
            disabled={index === 0}
            onPress={() => pictures.move(key, -1)}
          />
          <PictureButton
            icon={ArrowDown}
            label={text.later(number)}
            disabled={index === count - 1}
            onPress={() => pictures.move(key, 1)}
          />
          <PictureButton
            icon={Trash2}
            label={text.remove(number)}
            onPress={() => pictures.remove(key)}
          />
        </div>
      </div>
    </li>
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
