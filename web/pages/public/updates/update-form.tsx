import type { CampaignUpdate } from '#shared/campaign-update.ts'
import type { Image } from '#shared/image-schema.ts'
import { imagePath, imageTypes } from '#shared/image.ts'
import { imagesPerUpdate } from '#shared/update-form.ts'

import { ActionForm, type FieldProps } from '../../../forms/action-form.tsx'
import type { FormResult, FormValues } from '../../../forms/form-result.ts'
import { PressedByEnter, SubmitButton } from '../../../forms/submit-button.tsx'
import { updateFormText } from '../../../text/update-form.ts'
import { updatesText } from '../../../text/updates.ts'
import { focusClass } from '../../../ui/class-names.ts'
import { Field, TextAreaField } from '../../../ui/fields.tsx'
import { UpdatePictures, Words } from './update-item.tsx'
import { readPictures, toUpdateValues } from './update-values.ts'

type WriteProps = { result: FormResult | undefined; idempotencyKey: string }

/** Shows a preview first, because what is mailed cannot be taken back. Works without script. */
export function WriteUpdate({ result, idempotencyKey }: WriteProps) {
  const text = updateFormText
  const values = result?.values
  const isPreview = values?.['what'] === 'preview' && Object.keys(result?.fields ?? {}).length === 0
  return (
    <section aria-labelledby="write" className="card space-y-4 p-5">
      <h2 id="write" className="text-xl font-bold">
        {updatesText.write}
      </h2>
      <p className="text-muted">{text.writeHint}</p>
      <ActionForm
        result={result}
        schema="updateFieldsSchema"
        typedText="update"
        encType="multipart/form-data"
      >
        {(field) => (
          <>
            <PressedByEnter wait={result} name="what" value="preview" />
            <input
              type="hidden"
              name="idempotencyKey"
              value={values?.['idempotencyKey'] ?? idempotencyKey}
            />
            {renderTextFields(field)}
            {renderPictureFields({ field, values, wait: result })}
            {isPreview && (
              <section aria-labelledby="preview" className="border-l-4 border-line pl-3">
                <p id="preview" className="text-sm text-muted">
                  {text.previewTitle}
                </p>
                <h3 className="text-lg font-bold wrap-anywhere">{values?.['title']}</h3>
                <Words>{values?.['text'] ?? ''}</Words>
                <UpdatePictures
                  title={values?.['title'] ?? ''}
                  images={readPictures(values ?? {})}
                />
              </section>
            )}
            <div className="flex flex-wrap gap-3">
              <SubmitButton wait={result} name="what" value="preview" variant="quiet">
                {text.preview}
              </SubmitButton>
              <SubmitButton wait={result} name="what" value="publish">
                {text.publish}
              </SubmitButton>
            </div>
          </>
        )}
      </ActionForm>
    </section>
  )
}

type EditProps = { update: CampaignUpdate; result: FormResult | undefined }

export function EditUpdate({ update, result }: EditProps) {
  const text = updateFormText
  const current = update.editedAt ?? update.at
  // After a refusal the page shows the newer words, and the next press replaces them.
  const base = result?.message ? current : (result?.values['base'] ?? current)
  const shown = result ?? { values: toUpdateValues(update), fields: {}, message: null }
  return (
    <details className="mt-2" open={result !== undefined}>
      <summary className="py-2 text-sm">{text.edit}</summary>
      <p className="mb-3 text-sm text-muted">{text.saveHint}</p>
      <ActionForm result={shown} schema="updateFieldsSchema" encType="multipart/form-data">
        {(field) => (
          <>
            <PressedByEnter wait={result} name="what" value="edit" />
            <input type="hidden" name="update" value={update.id} />
            <input type="hidden" name="base" value={base} />
            {renderTextFields(field)}
            {renderPictureFields({ field, values: shown.values, wait: result })}
            <SubmitButton wait={result} name="what" value="edit">
              {text.save}
            </SubmitButton>
          </>
        )}
      </ActionForm>
    </details>
  )
}

/** Not a component: the form asks which fields it shows before components render. */
function renderTextFields(field: (name: string) => FieldProps) {
  const text = updateFormText
  return (
    <>
      <Field {...field('title')} label={text.heading} maxLength={100} required />
      <TextAreaField
        {...field('text')}
        label={text.words}
        hint={text.wordsHint}
        rows={8}
        maxLength={5_000}
        required
      />
    </>
  )
}

type Props = {
  field: (name: string) => FieldProps
  values: FormValues | undefined
  wait: Parameters<typeof SubmitButton>[0]['wait']
}

/**
 * Not a component: the form asks which fields it shows before components render. Each button posts the form, which uploads the chosen
 * picture or leaves one out, so that pictures work without script.
 */
function renderPictureFields({ field, values = {}, wait }: Props) {
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
              label={text.pictureText({ number: index + 1 })}
              hint={text.pictureTextHint}
              maxLength={200}
              className="w-full"
              required
            />
            <SubmitButton wait={wait} name="what" value={`remove-${index}`} variant="quiet">
              {text.removePicture({ number: index + 1 })}
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
