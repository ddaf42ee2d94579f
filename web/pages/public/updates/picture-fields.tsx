import { imagesPerUpdate } from '#shared/update-form.ts'
import { imagePath, imageTypes } from '#shared/image.ts'
import type { Image } from '#shared/image-schema.ts'

import type { FieldProps } from '../../../forms/action-form.tsx'
import type { FormValues } from '../../../forms/form-values.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { updateFormText } from '../../../text/update-form.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { focusClass } from '../../../ui/focus-class.ts'
import { readPictures } from './update-values.ts'

type Props = {
  field: (name: string) => FieldProps
  values: FormValues | undefined
  wait: Parameters<typeof SubmitButton>[0]['wait']
}

/**
 * Not a component: the form asks which fields it shows before components render. Each button posts the form, which uploads the chosen
 * picture or leaves one out, so that pictures work without script.
 */
export function renderPictureFields({ field, values = {}, wait }: Props) {
  const text = updateFormText
  const pictures = readPictures(values)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-sm font-semibold">{text.pictures}</legend>
      <p className="text-sm text-muted">{text.picturesHint}</p>
      {pictures.map((picture, index) => (
        <div key={picture.id} className="grid gap-3 sm:grid-cols-[10rem_1fr]">
          <Thumbnail picture={picture} />
          <div className="grid content-start justify-items-start gap-2">
            <input type="hidden" name={`image${index}`} value={values[`image${index}`]} />
            <Field
              {...field(`alt${index}`)}
              label={text.pictureText(index + 1)}
              hint={text.pictureTextHint}
              maxLength={200}
              className="w-full"
              required
            />
            <SubmitButton wait={wait} name="what" value={`remove-${index}`} variant="quiet">
              {text.removePicture(index + 1)}
            </SubmitButton>
          </div>
        </div>
      ))}
      {pictures.length < imagesPerUpdate && (
        <div className="grid justify-items-start gap-2">
          <Field
            {...field('file')}
            key={pictures.length}
            defaultValue={undefined}
            type="file"
            accept={imageTypes.join(',')}
            label={text.picture}
            hint={text.pictureHint}
            className="w-full"
          />
          <SubmitButton wait={wait} name="what" value="add" variant="quiet">
            {text.addPicture}
          </SubmitButton>
        </div>
      )}
    </fieldset>
  )
}

function Thumbnail({ picture }: { picture: Image }) {
  return (
    <img
      src={imagePath(picture.id, 320)}
      alt={picture.alt}
      width={160}
      height={100}
      className={`aspect-16/10 w-full rounded-lg bg-mint object-cover ${focusClass(picture)}`}
    />
  )
}
