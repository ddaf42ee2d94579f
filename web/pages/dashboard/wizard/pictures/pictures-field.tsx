import { useId } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'

import { imageTypes } from '#shared/image.ts'

import { wizardText } from '../../../../text/wizard.ts'
import { FilePicker } from '../../../../ui/fields/file-picker.tsx'
import { PictureList } from './picture-list.tsx'
import type { Pictures } from './use-pictures.ts'
import type { InformationForm } from '../form/wizard-form.tsx'

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
