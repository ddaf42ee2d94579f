import type { CampaignUpdate } from '#shared/campaign-update.ts'

import { ActionForm, type FieldProps } from '../../../forms/action-form.tsx'
import type { FormResult } from '../../../forms/form-values.ts'
import { PressedByEnter, SubmitButton } from '../../../forms/submit-button.tsx'
import { updateFormText } from '../../../text/update-form.ts'
import { updatesText } from '../../../text/updates.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { renderPictureFields } from './picture-fields.tsx'
import { UpdatePictures, Words } from './update-item.tsx'
import { readPictures, toUpdateValues } from './update-values.ts'

const loadSchema = async () => ({
  schema: (await import('../../../forms/public-schemas.ts')).updateFieldsSchema,
})

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
        loadSchema={loadSchema}
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
  const shown = result ?? { values: toUpdateValues(update), fields: {}, message: null }
  return (
    <details className="mt-2" open={result !== undefined}>
      <summary className="py-2 text-sm">{text.edit}</summary>
      <p className="mb-3 text-sm text-muted">{text.saveHint}</p>
      <ActionForm result={shown} loadSchema={loadSchema} encType="multipart/form-data">
        {(field) => (
          <>
            <PressedByEnter wait={result} name="what" value="edit" />
            <input type="hidden" name="update" value={update.id} />
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
