import { useEffect, useId, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import {
  ArrowDown,
  ArrowUp,
  Crosshair,
  type LucideIcon,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react'

import { laterTextNames, type TextName } from '#shared/campaign-content.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import { budgetLines, budgetTextMax, sumBudget } from '#shared/budget.ts'
import { formatNairaInText, kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'
import { imagePath, imageTypes, sharpImageWidth } from '#shared/image.ts'

import { DocumentsField } from '../../../forms/documents-field.tsx'
import type { DocumentsState } from '../../../forms/documents-state.ts'
import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Field, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { FieldGroup, type InformationForm, TabForm, isNarrow } from './wizard-form.tsx'
import { usePictures, type Picture, type Pictures } from './use-pictures.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../forms/lazy.tsx'
import { Badge } from '../../../ui/card.tsx'
import { focusClass } from '../../../ui/class-names.ts'
import { FilePicker } from '../../../ui/file-picker.tsx'

const longest = 10_000
const shortest = 50

type Props = {
  form: UseFormReturn<InformationForm>
  /** Without one, the documents of the draft. Null where the person may not see documents. */
  campaign?: { id: string; status: CampaignStatus } | null
  /** Files are stored with an account. */
  isOfVisitor?: boolean
  action?: string
  /** Called when uploads of pictures begin, and when they have ended. */
  onPictures: (uploading: boolean) => void
  onDocuments: (state: DocumentsState) => void
  onNext: () => Promise<void>
}

export function InformationTab(props: Props) {
  const { form, campaign, isOfVisitor = false, action = wizardText.next } = props
  const { onPictures, onDocuments, onNext } = props
  const pictures = usePictures(form)
  const { uploading } = pictures
  useEffect(() => onPictures(uploading), [onPictures, uploading])
  const { information: text, groups } = wizardText
  const area = (name: TextName) => ({
    label: text[name],
    hint: text[`${name}Hint`],
    maxLength: longest,
    defaultValue: form.getValues(name),
    ...toFieldProps(form, name),
  })
  return (
    <TabForm form={form} action={action} onSend={onNext}>
      <FieldGroup {...groups.story} isFirst>
        <TextAreaField rows={6} {...area('description')} />
      </FieldGroup>
      <FieldGroup {...groups.goal}>
        <MoneyField label={text.goalAmount} {...toFieldProps(form, 'goalAmount')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            type="date"
            label={text.startDate}
            hint={text.startDateHint}
            {...toFieldProps(form, 'startDate')}
          />
          <Field
            type="date"
            label={text.endDate}
            hint={text.endDateHint}
            {...toFieldProps(form, 'endDate')}
          />
        </div>
      </FieldGroup>
      <FieldGroup {...groups.budget} isFolded>
        <BudgetField form={form} />
      </FieldGroup>
      <FieldGroup {...groups.money}>
        {laterTextNames.map((name) => (
          <TextAreaField key={name} count={{ least: shortest, most: longest }} {...area(name)} />
        ))}
      </FieldGroup>
      <FieldGroup {...groups.proof}>
        {isOfVisitor ? (
          <p>{wizardText.proofLater}</p>
        ) : (
          <>
            <PicturesField form={form} pictures={pictures} />
            {campaign !== null && (
              <DocumentsField
                campaignId={campaign?.id}
                isApproved={campaign?.status === 'approved'}
                onDocuments={onDocuments}
              />
            )}
          </>
        )}
      </FieldGroup>
    </TabForm>
  )
}

const toKobo = (typed: string) => parseNaira(typed) ?? kobo(0)

/** What each part of the goal pays for. An emptied line counts as none. */
function BudgetField({ form }: { form: UseFormReturn<InformationForm> }) {
  const { budget: text } = wizardText
  const id = useId()
  const { field, fieldState } = useController({ name: 'budget', control: form.control })
  const goal = useWatch({ name: 'goalAmount', control: form.control })
  field.ref({ focus: () => document.getElementById(id)?.focus() })
  const typed = field.value ?? []
  const missing = Math.max(0, budgetLines.min - typed.length)
  const lines = [...typed, ...Array.from({ length: missing }, () => empty)]
  const save = (budget: typeof lines) =>
    form.setValue('budget', budget, {
      shouldDirty: true,
      shouldValidate: fieldState.error !== undefined,
    })
  const change = (at: number, change: Partial<typeof empty>) =>
    save(lines.map((line, index) => (index === at ? { ...line, ...change } : line)))
  const sum = sumBudget(typed.map(({ amount }) => ({ amount: toKobo(amount) })))
  return (
    <div className="grid gap-4">
      {lines.map((line, index) => (
        <div key={index} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Field
            id={index === 0 ? id : undefined}
            label={text.line({ number: index + 1 })}
            error={index === 0 ? fieldState.error?.message : undefined}
            maxLength={budgetTextMax}
            value={line.text}
            onChange={(event) => change(index, { text: event.currentTarget.value })}
          />
          <MoneyField
            label={text.amount({ number: index + 1 })}
            value={line.amount}
            onChange={(event) => change(index, { amount: event.currentTarget.value })}
          />
        </div>
      ))}
      <p aria-live="polite" className="money text-sm">
        {text.sum({ sum: formatNairaInText(sum), goal: formatNairaInText(toKobo(goal)) })}
      </p>
      {lines.length < budgetLines.max && (
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => save([...lines, empty])}
        >
          {text.add}
        </Button>
      )}
    </div>
  )
}

const empty = { text: '', amount: '' }

const accept = [...imageTypes, '.jpg', '.jpeg', '.png', '.webp'].join(',')

type PicturesProps = { form: UseFormReturn<InformationForm>; pictures: Pictures }

/** The pictures that are being uploaded, and below them the uploaded ones. */
function PicturesField({ form, pictures }: PicturesProps) {
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
        <summary className="flex list-none items-center justify-between text-sm font-semibold [&::-webkit-details-marker]:hidden">
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
