import { diffWords, type DiffPart } from '#shared/word-diff.ts'

type Props = {
  before: string
  after: string
  /** True for values that are read as a whole, such as sums and days. */
  isValue?: boolean
  /** Read out before each removed and each added part. */
  labels: { removed: string; added: string }
}

/** Two texts in one: what was removed is struck through, what was added is underlined. */
export function TextDifference({ before, after, isValue = false, labels }: Props) {
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
