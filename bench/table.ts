/** A row of the table of docs/benchmarks.md. `ratio` is the figure divided by the reference of the same run. */
export type Row = { what: string; figure: string; reference?: string; ratio?: number; goal?: Goal }
/** Named, so that a reader sees at once whether more or less is better. */
export type Goal = { atLeast: number } | { atMost: number }

/** Prints a row of a Markdown table. `measured` is what the goal is about, where it is not the ratio. */
export function printRow({ what, figure, reference, ratio, goal }: Row, measured = ratio) {
  const shownRatio = ratio === undefined ? '–' : ratio.toFixed(2)
  console.log(
    `| ${[what, figure, reference ?? '–', shownRatio, toVerdict(goal, measured)].join(' | ')} |`,
  )
}

function toVerdict(goal: Goal | undefined, measured: number | undefined): string {
  if (!goal || measured === undefined) return '–'
  const [text, isReached] =
    'atLeast' in goal
      ? [`≥ ${goal.atLeast}`, measured >= goal.atLeast]
      : [`≤ ${goal.atMost}`, measured <= goal.atMost]
  return `${text}, ${isReached ? 'reached' : 'missed'}`
}

export const tableHead = `| What | Figure | Reference, same run | Ratio | Goal |
|---|---|---|---|---|`
