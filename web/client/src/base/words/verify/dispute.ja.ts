/** The words of the form by which a player disputes a round, or a hand at a live table, in Japanese. */
export const dispute = {
  title: "異議を申し立てる",
  text: "何が問題なのかをご自身の言葉でお書きください。スタッフが数日以内に回答し、回答はアカウントに表示されます。お書きになった内容はログには記録されません。",
  words: "何が問題ですか",
  send: "異議を送る",
  done: "異議を受け付けました。{when}までに回答します。",
  all: "異議の一覧",
};
