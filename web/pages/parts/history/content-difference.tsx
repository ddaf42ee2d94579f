import type { ReactNode } from 'react'

import { formatBudget } from '#shared/budget-text.ts'
import { textNames } from '#shared/campaign-content.ts'
import type { EditedField } from '#shared/campaign-history.ts'
import type { VersionContent } from '#shared/campaign-version.ts'
import { imagePath } from '#shared/image.ts'
import { formatNaira } from '#shared/money.ts'
import { type DiffPart, diffWords } from '#shared/word-diff.ts'

import { categoryName } from '../../../format/category-name.ts'
import { causeText } from '../../../text/cause.ts'
import { formatDay } from '../../../format/day.ts'
import { editsText } from '../../../text/edits.ts'
import { versionText } from '../../../text/version.ts'
import { focusClass } from '../../../ui/class-names.ts'

type Contents = { before: VersionContent; after: VersionContent }

const toDay = (day: string | null) =>
  day === null ? versionText.difference.noDate : formatDay(day)

type FieldText = { field: EditedField; read: (content: VersionContent) => string }

/** Values that are compared as a whole. */
const values: FieldText[] = [
  { field: 'goal', read: ({ goal }) => formatNaira(goal) },
  { field: 'budget', read: ({ budget }) => formatBudget(budget) },
  { field: 'category', read: ({ category }) => categoryName(category) },
  { field: 'cause', read: ({ cause }) => causeText[cause ?? 'none'] },
  { field: 'city', read: ({ city }) => city },
  { field: 'country', read: ({ country }) => country },
  { field: 'startDate', read: ({ startDate }) => toDay(startDate) },
  { field: 'endDate', read: ({ endDate }) => toDay(endDate) },
  {
    field: 'beneficiary',
    read: ({ beneficiary }) => beneficiary ?? versionText.difference.notPublic,
  },
]
/** Texts that are compared word by word. */
const texts = (['title', ...textNames] as const).map((field): FieldText => ({
  field,
  read: (content) => content[field],
}))

export const storyTexts = [...values, ...texts]

/** What changed between two versions of a campaign: texts word by word, and the pictures of both. */
export function ContentDifference({ before, after }: Contents) {
  const { fields: names } = editsText
  const { difference: text } = versionText
  const changed = storyTexts.filter(({ read }) => read(before) !== read(after))
  const hasOtherImages = toImageKey(before) !== toImageKey(after)
  if (changed.length === 0 && !hasOtherImages) return <p>{text.none}</p>
  return (
    <dl className="grid gap-4">
      {changed.map((compared) => (
        <Change key={compared.field} name={names[compared.field]}>
          <TextDifference
            before={compared.read(before)}
            after={compared.read(after)}
            isValue={values.includes(compared)}
            labels={text}
          />
        </Change>
      ))}
      {hasOtherImages && (
        <Change name={names.images}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Pictures title={text.before} content={before} />
            <Pictures title={text.after} content={after} />
          </div>
        </Change>
      )}
    </dl>
  )
}

const toImageKey = ({ images }: VersionContent) =>
  JSON.stringify(images.map(({ id, alt, focus }) => [id, alt, focus?.x, focus?.y]))

function Change({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-l-4 border-line pl-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

function Pictures({ title, content: { images } }: { title: string; content: VersionContent }) {
  return (
    <div>
      <p className="text-sm text-muted">{title}</p>
      {images.length === 0 && <p>{versionText.difference.noPhotos}</p>}
      <ul className="mt-1 grid grid-cols-2 gap-2">
        {images.map(({ id, alt, ...image }) => (
          <li key={id}>
            <a href={imagePath(id, 1600)}>
              <img
                src={imagePath(id, 320)}
                width={320}
                height={200}
                alt={alt || title}
                loading="lazy"
                className={`aspect-16/10 w-full rounded-card object-cover ${focusClass(image)}`}
              />
            </a>
            {alt && <p className="text-sm wrap-anywhere">{alt}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Props = {
  before: string
  after: string
  /** True for values that are read as a whole, such as sums and days. */
  isValue?: boolean
  /** Read out before each removed and each added part. */
  labels: { removed: string; added: string }
}

/** Two texts in one: what was removed is struck through, what was added is underlined. */
function TextDifference({ before, after, isValue = false, labels }: Props) {
  const parts = isValue ? replaceWhole(before, after) : diffWords(before, after)
  return (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>
        const isRemoved = kind === 'removed'
        const Part = isRemoved ? 'del' : 'ins'
        return (
          <Part
            key={index}
            className={
              isRemoved
                ? 'bg-danger-soft text-danger line-through'
                : 'bg-success-soft text-success underline'
            }
          >
            <span className="sr-only"> {isRemoved ? labels.removed : labels.added} </span>
            {text}
          </Part>
        )
      })}
    </p>
  )
}

const replaceWhole = (before: string, after: string): DiffPart[] => [
  { kind: 'removed', text: before },
  { kind: 'same', text: ' ' },
  { kind: 'added', text: after },
]
