/** Floor and wall of a drawn room, and the square's sky and roofs; the windows of a room show no one else's inside, but sky. */
import { For, type JSX, Show } from 'solid-js';
import { hashOf } from '../../../land/random.ts';
import { type Plan, slotWide } from './room-plan.ts';

const walls = ['#e9d3ae', '#dfe0c4', '#e8c8b4', '#cfdcdf', '#e2d3dd', '#d9d2bd'] as const;
const floors = ['#c9a673', '#b98f60', '#c4b08c', '#a98562'] as const;
const roofs = ['#cb6242', '#d99a45', '#6f7f9c', '#7d9a5c', '#4f86b6', '#96597c'] as const;

const pick = <Item,>(all: readonly [Item, ...Item[]], text: string): Item => all[hashOf(text) % all.length] ?? all[0];

interface GroundProps {
  readonly plan: Plan;
  readonly salt: string;
}

export function Ground(props: GroundProps): JSX.Element {
  const { plan } = props;
  return (
    <svg aria-hidden="true" class="room-back" viewBox={`0 0 ${props.plan.width} ${props.plan.height}`}>
      <Show when={plan.theme === 'square' || plan.theme === 'garden'} fallback={<Wall {...props} />}>
        <Sky {...props} />
      </Show>
      <Floor {...props} />
    </svg>
  );
}

function Wall(props: GroundProps): JSX.Element {
  const { width, floor } = props.plan;
  const windows = () => Array.from({ length: Math.floor(width / (3 * slotWide)) + 1 }, (_, at) => at);
  const apart = () => width / windows().length;
  return (
    <>
      <rect width={width} height={floor} fill={pick(walls, `wall of ${props.salt}`)} />
      <For each={windows()}>
        {(at) => (
          <g transform={`translate(${(at + 0.5) * apart() - 24} 22)`}>
            <rect width="48" height="58" rx="4" fill="#9cc9de" stroke="#7d5636" stroke-width="5" />
            <path d="M 24 0V58M0 28H48" stroke="#7d5636" stroke-width="3" />
            <path d="M 6 52L18 40M8 24L22 8" stroke="#ffffff" stroke-width="2" opacity="0.6" />
          </g>
        )}
      </For>
      <rect y={floor - 26} width={width} height="26" fill="#7d5636" opacity="0.3" />
      <rect y={floor - 5} width={width} height="5" fill="#7d5636" />
    </>
  );
}

/** Roofs behind a square, a hedge behind a garden. */
function Sky(props: GroundProps): JSX.Element {
  const { width, floor, theme } = props.plan;
  const count = Math.ceil(width / 70);
  const houses = Array.from({ length: count }, (_, at) => {
    const hash = hashOf(`${at} behind ${props.salt}`);
    return { x: at * 70 + (hash % 16), high: 62 + (hash % 42), roof: roofs[hash % roofs.length] ?? roofs[0] };
  });
  return (
    <>
      <rect width={width} height={floor} fill="#bfe0ee" />
      <Show
        when={theme === 'square'}
        fallback={
          <For each={houses}>
            {({ x, high }) => <ellipse cx={x + 30} cy={floor} rx="58" ry={high} fill="#8db36f" />}
          </For>
        }
      >
        <For each={houses}>
          {({ x, high, roof }) => (
            <g transform={`translate(${x} ${floor - high})`}>
              <rect width="58" height={high} fill="#f1e2c0" />
              <path d="M-5 2L29 -30L63 2Z" fill={roof} />
              <path d="M 12 16h11v14h-11zM35 16h11v14h-11z" fill="#4a6183" />
            </g>
          )}
        </For>
      </Show>
    </>
  );
}

function Floor(props: GroundProps): JSX.Element {
  const { width, height, floor, theme } = props.plan;
  const isOutside = theme === 'square' || theme === 'garden';
  const fill = () => (theme === 'garden' ? '#a9c97d' : isOutside ? '#ddc79a' : pick(floors, `floor of ${props.salt}`));
  const boards = Array.from({ length: Math.ceil((height - floor) / 28) }, (_, at) => floor + at * 28);
  const rug = pick(['#9c4a3d', '#3d6a7d', '#6b4a7a', '#4f7a55'], `rug of ${props.salt}`);
  return (
    <>
      <rect y={floor} width={width} height={height - floor} fill={fill()} />
      <Show when={theme !== 'garden'}>
        <For each={boards}>
          {(y, row) => (
            <path
              d={joints(y, width, row(), theme === 'square' ? 46 : 150)}
              stroke="#3a2a1a"
              stroke-width="1.2"
              opacity="0.22"
            />
          )}
        </For>
      </Show>
      <Show when={!isOutside}>
        <ellipse
          cx={width / 2}
          cy={(floor + height) / 2 + 14}
          rx={width * 0.36}
          ry={(height - floor) * 0.3}
          fill={rug}
          opacity="0.75"
        />
        <ellipse
          cx={width / 2}
          cy={(floor + height) / 2 + 14}
          rx={width * 0.33}
          ry={(height - floor) * 0.26}
          fill="none"
          stroke="#f6e9cb"
          stroke-width="2.5"
          opacity="0.7"
        />
      </Show>
    </>
  );
}

/** A row of boards or stones: the line above it, and where one ends and the next begins. */
function joints(y: number, width: number, row: number, long: number): string {
  const parts = [`M 0 ${y}H${width}`];
  for (let x = ((row * 61) % long) + 8; x < width; x += long) parts.push(`M${x} ${y}v28`);
  return parts.join('');
}
