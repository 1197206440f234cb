import type { Risk } from "./call.ts";

const actionsByRisk: Readonly<Record<string, Partial<Record<Risk, string>>>> = {
  kortix_slack: {
    read: "get_history get_thread list_channels channel_info list_users user_info auth_test search_messages file_info",
    write: "send_message update_message add_reaction remove_reaction join_channel",
    destructive: "delete_message",
  },
  kortix_email: {
    read: "list_messages get_message search_messages list_threads get_thread get_message_attachment",
    write: "send_message reply_message reply_all_message",
  },
  kortix_teams: {
    read: "get_team list_channels get_channel list_members get_user list_teams list_messages get_message list_replies",
  },
  computer: {
    read: "status fs.read fs.list fs.stat desktop.cua.get_screen_size desktop.cua.list_apps desktop.cua.list_windows desktop.cua.get_accessibility_tree desktop.cua.list_tools desktop.cua.describe",
    write:
      "fs.write shell.exec desktop.cua.launch_app desktop.cua.click desktop.cua.type_text desktop.cua.press_key desktop.cua.hotkey desktop.cua.scroll desktop.cua.call",
    destructive: "fs.delete",
  },
};

/** The actions of the connectors that the platform itself provides, with their risk. Kortix semantics: these lists are fixed. */
export const platformActions: ReadonlyMap<string, ReadonlyMap<string, Risk>> = new Map(
  Object.entries(actionsByRisk).map(([slug, { read = "", write = "", destructive = "" }]) => [
    slug,
    new Map([
      ...named(read, "read"),
      ...named(write, "write"),
      ...named(destructive, "destructive"),
    ]),
  ]),
);

function named(actions: string, risk: Risk): readonly (readonly [string, Risk])[] {
  return actions
    .split(" ")
    .filter((action) => action !== "")
    .map((action) => [action, risk]);
}
