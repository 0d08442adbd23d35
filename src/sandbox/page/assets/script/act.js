import { ask, tell } from './api.js';
import { openForm } from './ask/form.js';
import { complain } from './dom.js';

/** Creates the actions that a user of the page performs as the chosen member. */
export function createAct({ view, sit, tabs }) {
  const here = () => ({ as: view().you.id, in: view().channel.id });

  /**
   * Sends an interaction to the bot, and opens the form if the bot answers with one.
   * @throws Error with a readable message
   */
  const use = async (deed) => {
    const place = here();
    const answer = await ask('POST', '/interactions', { ...place, deed });
    if (answer.kind === 'form') openForm(answer, view(), (fields) => submit(place, answer.id, fields));
    return answer;
  };
  const submit = (place, form, fields) =>
    ask('POST', '/interactions', { ...place, deed: { kind: 'submit', form, fields } });

  return {
    use,
    view,
    become: (id) => sit({ as: id }),
    openChat: () => tabs.open('chat'),
    open(id) {
      sit({ as: view().you.id, in: id });
      tabs.open('chat');
    },
    lookAsAdmin() {
      const { admin } = view();
      if (!admin) return complain('The log channel no longer exists.');
      sit({ as: admin.userId, in: admin.channelId });
      tabs.open('chat');
    },
    async writeToBot() {
      try {
        const { id } = await ask('POST', `/members/${view().you.id}/direct`);
        sit({ as: view().you.id, in: id });
        tabs.open('chat');
      } catch (error) {
        complain(error.message);
      }
    },
    commands: () => ask('GET', `/commands?${new URLSearchParams(here())}`),
    say: (content) => tell('POST', '/messages', { ...here(), content }),
    leave: (id) => tell('POST', `/members/${id}/leave`),
    comeBack: (id) => tell('POST', `/members/${id}/return`),
    agree: (id) => tell('POST', `/members/${id}/agree`),
    async join(name) {
      const { id } = await ask('POST', '/members', { name });
      sit({ as: id });
    },
    hold: (userId, roleId, isOn) => tell(isOn ? 'PUT' : 'DELETE', `/members/${userId}/roles/${roleId}`),
    takesDms: (userId, isOn) => tell('PUT', `/members/${userId}/takes-dms`, { isOn }),
  };
}
