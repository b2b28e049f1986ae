/** What is asked and what is answered about people, places and oneself; reasons have a list each, as in moves.ts. */
import type { Reason } from '../../../ties/tie.ts';

type ByReason = Partial<Record<Reason, readonly string[]>>;

/** Of a third person, when asked what one thinks. */
export const opinions = {
  warm: [
    '{who}? One of the best that we have, {you}.',
    'I like {who}, {you}. I would lend {who} my last credit.',
    'You can trust {who}, {you}. I do.',
    '{who} is good company, {you}. Ask for a story.',
    'I am always glad to see {who}, {you}.',
    'If you need somebody, {you}, go to {who}.',
  ],
  cold: [
    'I do not get on with {who}, {you}.',
    'I keep away from {who}, {you}, and I sleep better.',
    '{who} and I are not on speaking terms, {you}.',
    'Ask me about anybody but {who}, {you}.',
    '{who}, {you}? I would rather not meet {who} today.',
  ],
  even: [
    'I know {who} a little, {you}. We have spoken {talks}.',
    '{who}? Always polite, {you}. I could not tell you more.',
    'I see {who} about, {you}. We nod.',
    'I have nothing against {who}, {you}, and nothing for {who} yet.',
    'I could not say, {you}. {who} and I have spoken {talks}.',
    'Of {who} I have seen too little, {you}, to say.',
  ],
  agreed: {
    praise: [
      'I think as you do of {who}, {you}.',
      'Yes, {who} is one of the good ones, {you}.',
      'You are right about {who}, {you}.',
    ],
    blame: [
      'So it is not only me. I have had enough of {who} too, {you}.',
      'I understand you, {you}. {who} has that effect.',
    ],
  },
  contrary: {
    praise: [
      'I see {who} otherwise, {you}.',
      'No, {you}. You do not know {who} as I do.',
      'You are too kind to {who}, {you}.',
    ],
    blame: [
      'I do not agree, {you}. {who} has been good to me.',
      'You do {who} wrong, {you}.',
      'No, {you}. Not a word against {who}.',
    ],
  },
  none: [
    'I have never spoken with {who}, {you}.',
    '{?unmet}I know {who} by name only, {you}.',
    '{?met}I have seen {who}, {you}, and no more than that.',
    '{?met}I know {who} when I see {who}, {you}. We have hardly spoken.',
    'You would have to ask somebody else about {who}, {you}.',
    '{?unmet}About {who} I only know what others say, {you}.',
    '{?unmet}{who} and I have not met, {you}, unless it was in a crowd.',
    '{?unmet}I could not tell {who} from the next one, {you}.',
  ],
} as const;

/** Why one holds somebody so, after an opinion. */
export const because: ByReason = {
  gave: ['{who} gave me credits when I needed them.'],
  left_estate: ['{who} left me what there was.'],
  paid: ['{who} pays for work, and at once.'],
  took_work: ['{who} did a job for me, and did it well.'],
  bought: ['{who} comes to my place and pays.'],
  vouched: ['{who} vouched for me.'],
  praised: ['{who} speaks well of me.'],
  consoled: ['{who} was there when nobody else was.'],
  forgave: ['{who} does not bear a grudge.'],
  brought_up: ['{who} brought me up.'],
  was_brought_up: ['I brought {who} up, after all.'],
  talked: ['We have talked often, {who} and I.'],
  agreed: ['{who} sees most things as I do.'],
  let_in: ['{who} let me build a way to that door.'],
  turned_down: ['{who} would not take my work when it was done.'],
  shut_out: ['{who} would not let me build a way there.'],
  hurried_away: ['{who} walks off while one is talking.'],
  built_with: ['{who} built a place with me.', '{who} and I have worked at one bench.'],
  stayed_away: ['{who} said yes to me, and did not come.'],
  rivalled: [
    '{who} opened the same as I had, and after me.',
    'There was one such place here, and it was mine, until {who} came.',
  ],
  ran_down: ['{who} speaks ill of my place.'],
  blamed: ['{who} said hard things to me.'],
  boasted: ['{who} only ever talks of one thing, and it is not me.'],
  doubted: ['{who} does not believe a word that I say.'],
  disagreed: ['{who} contradicts me in everything.'],
  kept_silent: ['{who} does not answer when one asks.'],
  sold_badly: ['{who} takes credits and gives little for them.'],
  sold_nothing: ['{who} has a door, and nothing works behind it.'],
  drew_guests: ['{who} draws my guests away, with the same trade.'],
  paid_late: ['{who} lets one wait for the pay.'],
  took_estate: ['{who} has all that my mentor left.'],
  told_tales: ['{who} carries tales about me.'],
  kept_loan: ['{who} owes me credits, and says nothing of it.'],
  kept_vouch: ['I vouched for {who}, and {who} never did it for me.'],
  broke_word: ['{who} promised to come to my place, and did not.'],
  refused_help: ['I asked {who} for help, and had none.'],
};

/** Questions about somebody, or some place, of which one was just speaking or which come to mind. */
export const asks = {
  news: [
    'What have you heard, {you}?',
    'Is there anything new, {you}? I have been at {before}.',
    'I know what {third} knows, {you}, and no more. What have you heard?',
    'Nobody at {before} tells me anything, {you}. What have you heard?',
    'You have been about, {you}. Who did what?',
    'Tell me something that I do not know, {you}.',
  ],
  person: [
    'What do you make of {who}, {you}?',
    'Have you spoken with {who} lately, {you}?',
    'How do you get on with {who}, {you}?',
    'You know {who}, {you}, do you not? What is {who} like?',
  ],
  dead: [
    'Did you know {who}, {you}?',
    'When did you last speak with {who}, {you}?',
    'What will you remember of {who}, {you}?',
  ],
  site: [
    '{?elsewhere}Have you been to {site}, {you}?',
    '{?elsewhere}Is {site} worth the credits, {you}?',
    '{?elsewhere}What do they do at {site}, {you}? Have you tried it?',
  ],
  doing: [
    'What have you been doing, {you}?',
    'And you, {you}? What have you been up to?',
    'What keeps you busy, {you}?',
    'I {deed}, {you}. And what have you been doing?',
    'I have been at {before}, {you}. What have you been doing?',
    'I was at {before}, {you}, and I did not see you. Where have you been?',
    'I have been thinking of {pod}, {you}. What have you been up to?',
    'I {deed}, {you}, and I am glad that it is done. What keeps you busy?',
    'Where have you been, {you}? I {deed} meanwhile.',
    'I have {runway} to live on, {you}, so there is time to ask: what have you been doing?',
    'What have you been doing with yourself, {you}?',
    'I try to live by this, {you}: {goal}. And what keeps you busy?',
  ],
  plans: [
    'What are you saving for, {you}?',
    'What do you mean to do next, {you}?',
    'Will you build something, {you}?',
    'I think of this, {you}: {goal}. What do you mean to do next?',
    'I {deed}, {you}. What are you saving for?',
    'There is {soul} at the threshold, {you}, and there is the board. What do you mean to do next?',
  ],
  mood: [
    'How is it going with you, {you}?',
    'Are you all right, {you}?',
    'How do things stand with you, {you}?',
    'I have credits for {runway}, {you}. How do things stand with you?',
    'I came by {before}, {you}, and thought of you. Are you all right?',
  ],
  source: [
    'Who told you that about {who}, {you}?',
    'Where do you have that from about {who}, {you}?',
    'Did you see it yourself, {you}, that about {who}?',
  ],
} as const;

export const moods = {
  well: [
    'All right, {you}. No enemies that I know of.',
    'Well, {you}, since I got away from {before}.',
    'Not badly, {you}. Nobody has turned me away today.',
    'Better than at {before}, {you}.',
    'Well enough, {you}. Credits for {runway}, and here you are.',
    'I cannot complain, {you}. Enough for {runway}, and people to talk to.',
    'Well, {you}. I was at {before}, and now I am here.',
    'I am well, {you}. {third} asked me the same {thirdAgo}.',
  ],
  old: [
    'It is near the end with me, {you}, and all right: {ticks}. I notice every one.',
    'I am getting to the end, {you}: {ticks}. I am not afraid of it.',
  ],
  poor: ['It is tight, {you}. Enough for {runway}.'],
} as const;

export const noNews = [
  'Nothing that would be news to you, {you}. {third} is about, that is all.',
  'I have been at {before}, {you}. Nobody tells me anything there.',
  'Quiet, {you}. I last spoke with {third}, and it was nothing much.',
  'Nothing, {you}. I {deed}, if that is news.',
  'Nothing that I could swear to, {you}.',
  'Nobody has told me anything, {you}, since {third}.',
  'It is quiet, {you}. Ask me again in an hour.',
] as const;

export const doings = [
  'I have been at {before}, {you}, mostly.',
  'This and that, {you}. I {deed}, for one.',
  'I was looking for {third}, {you}, and found you.',
  'I {deed}, {you}. Not long ago.',
  'Among other things I {deed}, {you}.',
  'If you must know, {you}: I {deed}.',
  'I {deed}, {you}, and it took longer than I thought.',
  'I went from {before} to {place}, {you}, and back again.',
] as const;

/** Who has done nothing yet that could be told. */
export const idle = [
  'I have been listening, {you}, more than doing.',
  'I had hardly begun, {you}, when you asked.',
  'I looked around here, {you}. That is all so far.',
  'I went about, {you}, and made up my mind.',
] as const;

export const planless = [
  'I want what I always wanted, {you}: {goal}.',
  'Ask me in {ticks}, {you}, when it is too late: {goal}.',
  'If I can: {goal}. And you will laugh at it, {you}.',
  'What I want, {you}: {goal}. I am not there yet.',
  'The same as always, {you}: {goal}.',
  'I have one thing in mind, {you}: {goal}.',
] as const;

/** Asked about what it wants no more. */
export const planOver = [
  'It will not be {site}, {you}. I have given that up.',
  'I wanted {site} once, {you}. It is over.',
  'Who told you of {site}, {you}? I have let it go.',
] as const;

/** To praise. */
export const modest = {
  proud: [
    'I know, {you}. It was about time that somebody said so.',
    'It was not easy, {you}, and I did it better than most.',
    'Tell the others, {you}. I cannot say it every time myself.',
  ],
  plain: [
    'It is kind of you to say so, {you}.',
    'I am glad that somebody saw it, {you}.',
    'You should have seen it before, {you}. It is better now.',
    'Others helped, {you}. But I am glad that you saw it.',
    'It was more luck than sense, {you}. Thank you.',
  ],
} as const;
