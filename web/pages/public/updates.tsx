import type { CampaignUpdate, CampaignUpdates, UpdateContent } from '#shared/campaign-update.ts'
import type { CampaignDetail } from '#shared/campaign.ts'
import { findLastDay } from '#shared/last-day.ts'
import { statusPicturePath } from '#shared/share.ts'
import { updateFieldsSchema, imagesPerUpdate } from '#shared/update-form.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect, data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'
import { invalid } from '#shared/text/invalid.ts'
import type { Image } from '#shared/image-schema.ts'
import { imagePath, imageTypes } from '#shared/image.ts'

import { getApi, type Api } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { ActionForm, OneButtonForm, type FieldProps } from '../../forms/action-form.tsx'
import { submitForm } from '../../forms/form-action.ts'
import {
  catchApiError,
  type FormResult,
  type FormValues,
  toValues,
} from '../../forms/form-result.ts'
import { SubmitButton, PressedByEnter } from '../../forms/submit-button.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { publicCampaignPath, updateFeedPath, updatesPath } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { followText } from '../../text/follow.ts'
import { shareKitText } from '../../text/share-kit.ts'
import { updateFormText } from '../../text/update-form.ts'
import { updatesText } from '../../text/updates.ts'
import { versionsText } from '../../text/versions.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/fields.tsx'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { KeptVersions, VersionChoice } from '../parts/history/versions.tsx'
import { UpdateItem, UpdatePictures, Words } from './updates/update-item.tsx'
import { shrinkImage } from '../../forms/upload-image.ts'
import { focusClass } from '../../ui/class-names.ts'
import { Section } from '../../ui/section.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const campaign = await loadCampaignBySlug({ context, params })
  const before = search.get('before') ?? undefined
  const mailed = /^\d{1,9}$/.exec(search.get('mailed') ?? '')?.[0]
  return {
    campaign,
    page: await getApi(context).get('/campaigns/:id/updates', { id: campaign.id, before }),
    isFirst: before === undefined,
    isSent: search.has('sent'),
    mailed: mailed === undefined ? null : Number(mailed),
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Follows the campaign, or shows the preview of an update, publishes, edits or hides one. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { values, file } = await readValuesWithFile(request)
  const { id, slug } = await loadCampaignBySlug({ context, params })
  if (isFollowValues(values)) return changeFollowing({ context, id, slug, values })
  const { what } = values
  if (what === 'open') return toShown(values)
  const own = { id, update: values['update'] ?? '' }
  const api = getApi(context)
  if (what === 'hide')
    return catchApiError(async () => {
      await api.post('/campaigns/:id/updates/:update/hide', {}, own)
      return redirect(updatesPath(slug))
    }, values)
  return changePictures({ api, values, file }, (changed) => {
    const form = { values: changed, schema: updateFieldsSchema }
    if (what === 'edit')
      return submitForm(form, async () => {
        await api.put('/campaigns/:id/updates/:update', toUpdateForm(changed), own)
        return redirect(updatesPath(slug))
      })
    if (what === 'preview') return submitForm(form, async () => toShown(changed))
    return submitForm(form, async () => {
      const headers = { 'idempotency-key': changed['idempotencyKey'] ?? '' }
      const update = toUpdateForm(changed)
      const { recipients } = await api.post('/campaigns/:id/updates', update, { id }, headers)
      return redirect(`${updatesPath(slug)}?mailed=${recipients}`)
    })
  })
}

const isFollowValues = ({ what = '' }: FormValues) => what.includes('follow')

type Following = Pick<ActionFunctionArgs, 'context'> & {
  id: string
  slug: string
  values: FormValues
}

/** As an account with one tap, or with a link to the typed address. */
async function changeFollowing({ context, id, slug, values }: Following) {
  const api = getApi(context)
  if (values['what'] === 'follow-link') {
    const input = { email: values['email'] ?? '', remindOnly: values['remindOnly'] === 'yes' }
    return submitForm({ values, input, schema: 'followFormSchema' }, async (form) => {
      await api.post('/campaigns/:id/follow-links', form, { id })
      return redirect(`${updatesPath(slug)}?sent`)
    })
  }
  return catchApiError(async () => {
    const { what } = values
    const choice = what === 'follow' ? {} : { isWeekly: what === 'follow-weekly' }
    if (what === 'unfollow') await api.remove('/campaigns/:id/followers', { id })
    else await api.post('/campaigns/:id/followers', choice, { id })
    return redirect(updatesPath(slug))
  }, values)
}

/** What the organiser told since the campaign began. Works without script. */
export function Component() {
  const text = updatesText
  const { campaign, page, isFirst, isSent, mailed, idempotencyKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const followResult = result && isFollowValues(result.values) ? result : undefined
  const { title, slug } = campaign
  return (
    <PublicLayout>
      <PageHead title={text.pageTitle({ title })} description={text.description({ title })} />
      <div className="wrap max-w-2xl space-y-6 py-6 lg:py-10">
        <header>
          <BackLink to={publicCampaignPath(slug)}>{text.back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold wrap-anywhere">
            {text.pageTitle({ title })}
          </h1>
        </header>
        {mailed !== null && page.canWrite && (
          <DonePanel>{updateFormText.published({ recipients: mailed })}</DonePanel>
        )}
        {page.canWrite && isFirst && (
          <WriteUpdate
            key={mailed}
            result={result?.values['update'] === undefined ? result : undefined}
            idempotencyKey={idempotencyKey}
          />
        )}
        {page.updates.length === 0 ? (
          <EmptyState title={text.none} text={text.noneHint} />
        ) : (
          <List campaign={campaign} page={page} result={result} />
        )}
        {isFirst && (
          <FollowForm page={page} campaign={campaign} result={followResult} isSent={isSent} />
        )}
        <Pages slug={slug} next={page.next} isFirst={isFirst} />
      </div>
    </PublicLayout>
  )
}

type ListProps = { campaign: CampaignDetail; page: CampaignUpdates; result: FormResult | undefined }

function List({ campaign, page, result }: ListProps) {
  const text = updatesText
  const findResult = (what: string, id: string) =>
    result?.values['update'] === id && (result.values['what'] === 'hide') === (what === 'hide')
      ? result
      : undefined
  return (
    <Section id="updates" title={text.title} heading="sr-only" className="card px-5 py-1">
      {page.updates.map((update) => (
        <UpdateItem key={update.id} update={update}>
          {page.canWrite && <ShareUpdate update={update} campaign={campaign} />}
          <KeptVersions kept={update.kept ?? []}>
            {({ savedAt, ...content }, label) => (
              <OneButtonForm
                key={savedAt}
                result={undefined}
                values={{ ...toUpdateValues(content), update: update.id, what: 'open', savedAt }}
                variant="quiet"
              >
                {label}
              </OneButtonForm>
            )}
          </KeptVersions>
          {page.canWrite && <EditUpdate update={update} result={findResult('edit', update.id)} />}
          {page.canHide && (
            <OneButtonForm
              result={findResult('hide', update.id)}
              values={{ update: update.id, what: 'hide' }}
              variant="quiet-danger"
            >
              {updateFormText.hide}
            </OneButtonForm>
          )}
        </UpdateItem>
      ))}
    </Section>
  )
}

type ShareProps = { update: CampaignUpdate; campaign: CampaignDetail }

/** For people who read no mail: the update as a message, and the picture for a status. */
function ShareUpdate({ update: { title, text }, campaign }: ShareProps) {
  const { share } = campaignText
  const { origin } = useSite()
  const words = text.length > 300 ? `${text.slice(0, 300).trimEnd()}…` : text
  const message = `*${title}*\n${words}\n${origin}${updatesPath(campaign.slug)}`
  return (
    <p className="flex flex-wrap gap-x-6">
      <a href={`https://wa.me/?text=${encodeURIComponent(message)}`} className="link py-2.5">
        {share.on({ network: share.whatsApp })}
      </a>
      <a href={statusPicturePath(campaign)} download className="link py-2.5">
        {shareKitText.statusPicture}
      </a>
    </p>
  )
}

type PagesProps = { slug: string; next: string | null; isFirst: boolean }

function Pages({ slug, next, isFirst }: PagesProps) {
  const text = updatesText
  return (
    <nav className="flex flex-wrap justify-between gap-4">
      <a href={updateFeedPath(slug)} className="link py-2">
        {text.feed}
      </a>
      {!isFirst && (
        <Link to={updatesPath(slug)} className="link py-2">
          {text.first}
        </Link>
      )}
      {next !== null && (
        <Link
          to={`${updatesPath(slug)}?${new URLSearchParams({ before: next })}`}
          className="link py-2"
        >
          {text.more}
        </Link>
      )}
    </nav>
  )
}

type Props = {
  page: Pick<CampaignUpdates, 'isFollowing' | 'isWeekly' | 'canWrite'>
  campaign: Pick<CampaignDetail, 'slug' | 'acceptsDonations' | 'endDate'>
  result?: FormResult | undefined
  isSent?: boolean
}

/** On the page of the updates. Works without script. */
export function FollowForm({ page, campaign, result, isSent = false }: Props) {
  const text = followText
  const { isFollowing, isWeekly } = page
  if (page.canWrite) return null
  return (
    <Section
      id="follow"
      title={text.title}
      heading="text-lg font-bold"
      className="card space-y-3 p-5"
    >
      {isSent && <output className="block font-semibold">{text.sent}</output>}
      {isFollowing === null ? (
        !isSent && <AddressForm campaign={campaign} result={result} />
      ) : (
        <ActionForm action={updatesPath(campaign.slug)} result={result}>
          {() => (
            <>
              <p>{isWeekly ? text.weekly : isFollowing ? text.following : text.intro}</p>
              <div className="flex flex-wrap gap-3">
                {toChoices(page).map((what) => (
                  <SubmitButton
                    key={what}
                    wait={result}
                    name="what"
                    value={what}
                    variant="quiet"
                    className="w-full sm:w-auto"
                  >
                    {text.choose[what]}
                  </SubmitButton>
                ))}
              </div>
            </>
          )}
        </ActionForm>
      )}
    </Section>
  )
}

const toChoices = ({ isFollowing, isWeekly }: Props['page']) =>
  isFollowing
    ? ([isWeekly ? 'follow-each' : 'follow-weekly', 'unfollow'] as const)
    : (['follow'] as const)

function AddressForm({ campaign, result }: Pick<Props, 'campaign' | 'result'>) {
  const text = followText
  return (
    <ActionForm action={updatesPath(campaign.slug)} result={result} schema="followFormSchema">
      {(field) => (
        <>
          <input type="hidden" name="what" value="follow-link" />
          <p>{text.intro}</p>
          <Field label={text.email} {...field('email')} type="email" required />
          <SubmitButton wait={result} variant="quiet" className="w-full sm:w-auto">
            {text.send}
          </SubmitButton>
          {findLastDay(campaign) !== null && (
            <SubmitButton
              wait={result}
              name="remindOnly"
              value="yes"
              variant="quiet"
              className="w-full sm:w-auto"
            >
              {text.remind}
            </SubmitButton>
          )}
        </>
      )}
    </ActionForm>
  )
}

type Form = { api: Api; values: FormValues; file: File | undefined }

/** The text fields of a form, and the file that was chosen in the field `file`. */
async function readValuesWithFile(request: Request) {
  const form = await request.formData()
  const file = form.get('file')
  return { values: toValues(form), file: file instanceof File && file.size > 0 ? file : undefined }
}

/** Shows the form again. */
const toShown = (values: FormValues) => data<FormResult>({ values, fields: {}, message: null })

const toRefused = (values: FormValues, message: string) =>
  data<FormResult>({ values, fields: { file: [message] }, message: null }, { status: 422 })

/** Uploads the chosen picture or leaves one out. `submit` gets the form unless that was all it was posted for. */
async function changePictures<Answer>(
  { api, values, file }: Form,
  submit: (changed: FormValues) => Promise<Answer>,
) {
  const pictures = readPictures(values)
  const removed = /^remove-(\d)$/.exec(values['what'] ?? '')?.[1]
  if (removed !== undefined)
    return toShown(
      withPictures(
        values,
        pictures.filter((_, index) => index !== Number(removed)),
      ),
    )
  if (!file) {
    return values['what'] === 'add' ? toRefused(values, invalid.imageMissing) : submit(values)
  }
  if (pictures.length >= imagesPerUpdate) return toRefused(values, invalid.input)
  return catchApiError(async () => {
    const body = new FormData()
    body.append('file', await shrinkImage(file), file.name)
    const image = await api.post('/images', body)
    const others = pictures.filter(({ id }) => id !== image.id)
    const changed = withPictures(values, [...others, image])
    return values['what'] === 'add' ? toShown(changed) : submit(changed)
  }, values)
}

type WriteProps = { result: FormResult | undefined; idempotencyKey: string }

/** Shows a preview first, because what is mailed cannot be taken back. Works without script. */
function WriteUpdate({ result, idempotencyKey }: WriteProps) {
  const text = updateFormText
  const values = result?.values
  const isPreview = values?.['what'] === 'preview' && Object.keys(result?.fields ?? {}).length === 0
  return (
    <Section id="write" title={updatesText.write} className="card space-y-4 p-5">
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
    </Section>
  )
}

type EditProps = { update: CampaignUpdate; result: FormResult | undefined }

function EditUpdate({ update, result }: EditProps) {
  const text = updateFormText
  const current = update.editedAt ?? update.at
  const { values = {}, message } = result ?? {}
  // After a refusal the page shows the newer words, and the next press replaces them.
  const base = message ? current : (values['base'] ?? current)
  const problem = () => (
    <VersionChoice savedAt={current}>
      <SubmitButton wait={result} name="what" value="edit">
        {versionsText.keepMine}
      </SubmitButton>
      <a href="?" className={buttonClass('quiet')}>
        {versionsText.keepTheirs}
      </a>
    </VersionChoice>
  )
  const isChanged = message && values['base'] !== current
  const shown = result ?? { values: toUpdateValues(update), fields: {}, message: null }
  return (
    <details className="mt-2" open={result !== undefined}>
      <summary className="text-sm">{text.edit}</summary>
      <p className="mb-3 text-sm text-muted">{text.saveHint}</p>
      <ActionForm
        key={values['savedAt']}
        result={shown}
        schema="updateFieldsSchema"
        encType="multipart/form-data"
        {...(isChanged && { problem })}
      >
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

type UpdateFormProps = {
  field: (name: string) => FieldProps
  values: FormValues | undefined
  wait: Parameters<typeof SubmitButton>[0]['wait']
}

/**
 * Not a component: the form asks which fields it shows before components render. Each button posts the form, which uploads the chosen
 * picture or leaves one out, so that pictures work without script.
 */
function renderPictureFields({ field, values = {}, wait }: UpdateFormProps) {
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

/** The form of an update holds its pictures as texts: `image0` is the id and size of the first one, and `alt0` what it shows. */
function readPictures(values: FormValues): Image[] {
  const pictures: Image[] = []
  for (let index = 0; ; index++) {
    const stored = values[`image${index}`]
    if (stored === undefined) return pictures
    const [id = '', width, height] = stored.split(' ')
    const alt = values[`alt${index}`] ?? ''
    pictures.push({ id, width: Number(width), height: Number(height), alt })
  }
}

/** The values of the form with these pictures instead of its own. */
function withPictures(values: FormValues, pictures: readonly Image[]): FormValues {
  const others = Object.entries(values).filter(([name]) => !/^(?:image|alt)\d$/.test(name))
  const fields = pictures.flatMap(({ id, width, height, alt }, index) => [
    [`image${index}`, `${id} ${width} ${height}`],
    [`alt${index}`, alt],
  ])
  return Object.fromEntries([...others, ...fields]) as FormValues
}

const toUpdateValues = ({ title, text, images }: UpdateContent): FormValues =>
  withPictures({ title, text }, images)

const toUpdateForm = (values: FormValues) => ({
  title: values['title'] ?? '',
  text: values['text'] ?? '',
  images: readPictures(values).map(({ id, alt }) => ({ id, alt })),
  ...(values['base'] !== undefined && { base: values['base'] }),
})
