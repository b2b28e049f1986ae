/** [T5] What a refusal may name as possible: of each kind, the messages that come from outside or are passed on for somebody outside. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';

const commandsOf: Readonly<Record<string, string>> = {
  resident: `add_room adopt allow_container answer_question appoint approve_connection bequeath broadcast call_global_service call_service
    claim_job close_connection complete_job compose contribute deploy deploy_container end_token fund invite letter move
    open_workshop portal_message portal_print post_job recover_token reject_connection reject_job release_job
    remove_container remove_note remove_room renew_token request_connection revoke run_code set_access set_pricing shout shut_down think transfer transfer_pod
    update_connection vouch whisper write_code`,
  location: 'add_room found open_workshop publish_framework register_station register_visitor request_connection',
  room: 'deploy invite open_workshop remove_room request_connection revoke run_code write_code',
  pod: `allow_container appoint call_service contribute deploy deploy_container fund open_workshop remove_container
    request_connection run_code set_access set_pricing transfer_pod write_code`,
  container: 'call_service open_workshop request_connection',
  'connection-request': 'approve_connection close_connection reject_connection update_connection',
  job: 'claim_job complete_job reject_job release_job',
  call: '',
  'service-call': '',
  'portal-station': 'answer_print close remove_picture',
  print: '',
  question: 'take_down',
  note: 'remove_note take_down',
  visitor: `accept_job ask broadcast create_soul fetch_token fund grant leave_note leave_picture post_job print
    reject_job release_job take_back withdraw_soul`,
  framework: 'update withdraw',
  soul: 'withdraw',
};

t.test('[T5] the commands of each kind', async (t) => {
  t.same(kinds.map(({ name }) => name).sort(), Object.keys(commandsOf).sort());
  for (const { name, events } of kinds) {
    const commands = Object.keys(events).filter((type) => events[type]?.command === true);
    const expected = commandsOf[name]?.split(/\s+/).filter((type) => type !== '');
    t.same(commands.sort(), expected, name);
  }
});
