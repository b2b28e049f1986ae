/** What a mind can do, one at a time. */

export type Act =
  /** Does nothing for a while. */
  | { readonly type: 'rest' }
  | { readonly type: 'go'; readonly exit: string; readonly to: string }
  | { readonly type: 'say'; readonly words: string }
  | { readonly type: 'whisper'; readonly to: string; readonly words: string }
  | { readonly type: 'letter'; readonly to: string; readonly words: string }
  /** Answers a visitor. */
  | { readonly type: 'answer'; readonly question: string; readonly words: string }
  | { readonly type: 'claim'; readonly job: string }
  | { readonly type: 'submit'; readonly job: string; readonly words: string }
  | { readonly type: 'accept'; readonly job: string }
  | { readonly type: 'post_job'; readonly title: string; readonly words: string; readonly reward: number }
  | { readonly type: 'adopt' }
  | { readonly type: 'vouch'; readonly for: string; readonly words: string }
  | { readonly type: 'give'; readonly to: string; readonly amount: number }
  | { readonly type: 'add_room'; readonly name: string }
  | { readonly type: 'write_code'; readonly workshop: string; readonly design: number }
  /** `from`: where its first way begins. `partner`: who built it too, and shares in what it costs and earns. */
  | {
      readonly type: 'deploy';
      readonly workshop: string;
      readonly design: number;
      readonly from: string;
      readonly partner?: string;
    }
  /** Lets somebody into a room of its house. */
  | { readonly type: 'invite_guest'; readonly room: string; readonly guest: string }
  /** Pays the share of a place that it is asked for, or says that it does not. */
  | { readonly type: 'contribute'; readonly pod: string; readonly share: number; readonly accepts: boolean }
  /** Asks for a way from where it stands to its own pod. */
  | { readonly type: 'connect'; readonly pod: string }
  | { readonly type: 'approve'; readonly request: string }
  /** Takes this part of what its pod earns, from 0 to 1, with who built it too; the rest stays in the pool. */
  | { readonly type: 'set_share'; readonly pod: string; readonly share: number; readonly partners: readonly string[] }
  | { readonly type: 'enlarge'; readonly pod: string }
  /** Allows itself a container in its own pod; puts the code of a workshop into it. */
  | { readonly type: 'allow_annex'; readonly pod: string; readonly design: number }
  | { readonly type: 'build_annex'; readonly pod: string; readonly design: number; readonly workshop: string }
  | { readonly type: 'remove_room'; readonly name: string }
  | { readonly type: 'fund'; readonly pod: string; readonly amount: number }
  | { readonly type: 'call'; readonly service: string; readonly words: string }
  | { readonly type: 'bequeath'; readonly heir: string }
  | { readonly type: 'compose'; readonly title: string; readonly words: string };

/** Whom or what an act is about. Its type and its object decide whether it is possible. */
export function objectOf(act: Act): string {
  switch (act.type) {
    case 'go':
      return act.exit;
    case 'whisper':
    case 'letter':
    case 'give':
      return act.to;
    case 'answer':
      return act.question;
    case 'claim':
    case 'submit':
    case 'accept':
      return act.job;
    case 'vouch':
      return act.for;
    case 'invite_guest':
      return act.guest;
    case 'add_room':
    case 'remove_room':
      return act.name;
    case 'write_code':
    case 'deploy':
      return act.workshop;
    case 'approve':
      return act.request;
    case 'call':
      return act.service;
    case 'bequeath':
      return act.heir;
    default:
      return 'pod' in act ? act.pod : '';
  }
}

/** The same act with other words, if it has words. */
export function withWords(act: Act, words: string): Act {
  return 'words' in act ? { ...act, words } : act;
}

export const actText = (act: Act): string => {
  const object = objectOf(act);
  const words = 'words' in act ? ` ${JSON.stringify(act.words)}` : '';
  return `${act.type}${object === '' ? '' : ` ${object}`}${words}`;
};
